"""Tests of how requests reach Telegram."""
