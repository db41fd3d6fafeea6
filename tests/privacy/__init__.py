"""Tests of what is kept of people, and of having it erased."""
