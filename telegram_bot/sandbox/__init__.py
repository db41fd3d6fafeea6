"""A local Telegram: a Bot API server over HTTP and a web page on which people play.

The bot under test, or the newcomer's first `thirtyone`, speaks HTTP to it as it would to
api.telegram.org. `world` and its neighbours hold the state and know no HTTP; `methods` is the
Bot API on top of them; `bot_api`, `control` and `server` are the web side.
"""
