"""What people may write, as HTML."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operations.markdown import clean_line, escape_markdown
from bot.web import markup
from bot.web.markup import html, inline
from renderers.seats import SEATS
from tests.site import words


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**Ada:** a *b*", "<p><strong>Ada:</strong> a *b*</p>"),
        ("### A\n-# b", "<h3>A</h3><p><small>b</small></p>"),
        ("· a\n· b\n\nc", "<ul><li>a</li><li>b</li></ul><p>c</p>"),
        (r"<i>\*\*x\*\* \<@1> &", "<p>&lt;i&gt;**x** &lt;@1&gt; &amp;</p>"),
        ("`<b>**`", "<p><code>&lt;b&gt;**</code></p>"),
        ("[<b>](https://a.b/\"onclick='x)", "<p>&lt;b&gt;</p>"),
        ("**🔶 Ada**", '<p><strong><span class="seat seat-2">🔶</span> Ada</strong></p>'),
        ("**open", "<p><strong>open</strong></p>"),
        (
            "<t:119:R>",
            '<p><time datetime="1970-01-01T00:01Z">1 Jan 1970, 00:01 UTC</time></p>',
        ),
    ],
)
def test_markdown_becomes_html_and_nothing_else_does(markdown: str, expected: str):
    assert html(markdown) == expected


def test_a_seat_has_the_colour_of_the_pictures_on_the_page():
    style = Path(markup.__file__).with_name("page.css").read_text(encoding="utf-8")
    for number, (colour, _ink, _shape) in enumerate(SEATS, 1):
        assert f".seat-{number} {{ background: {colour.lower()};" in style


@given(
    st.text(st.sampled_from("\\_*~|`<>[]()#-+.:/@!&ab é·"), min_size=1)
    .map(clean_line)
    .filter(lambda name: not name.startswith("· "))
)
def test_a_name_is_on_the_page_as_it_is(name: str):
    assert words(inline(escape_markdown(name))) == name
    assert "".join(words(html(escape_markdown(f"{name}: wins"))).split()) == "".join(
        f"{name}: wins".split()
    )
