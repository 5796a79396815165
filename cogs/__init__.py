"""What people type and press: each module here is an extension; a name with an underscore before
it is a helper.
"""
