"""Contact sheets: every screen as a phone shows it, in every language."""
