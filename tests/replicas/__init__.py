"""Tests of several processes over the same banks."""
