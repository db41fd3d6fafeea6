"""What arrives from Telegram: decode, call the façade, answer. One file per subject."""
