"""The tests that every game must pass: `from atelier_testing.every import *`."""

from atelier_testing.beginners import *
from atelier_testing.cards import *
from atelier_testing.games import *
from atelier_testing.leaks import *
from atelier_testing.pages import *
from atelier_testing.past import *
from atelier_testing.pictures import *
from atelier_testing.plans import *
from atelier_testing.premoves import *
from atelier_testing.presses import *
from atelier_testing.secrets import *
from atelier_testing.seen import *
from atelier_testing.structure import *
from atelier_testing.texts import *
from atelier_testing.words import *
