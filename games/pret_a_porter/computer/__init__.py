"""Prêt-à-Porter: what computer players do."""

from games.pret_a_porter.computer import absent, evaluation, rarely_useful

__all__ = ["absent", "evaluation", "rarely_useful"]
