"""The web application of an installed package: the same as ``app.py`` of a copy of the project."""

import streamlit as st
from starlette.middleware import Middleware

from kselect_ui import ROUTER
from kselect_ui.door.http import Door
from kselect_ui.door.leisure import hear
from kselect_ui.server.messages import unexpected
from kselect_ui.shell.warm import Warm

warm = Warm()
app = st.App(
    ROUTER,
    on_script_error=unexpected,
    lifespan=warm.lifespan,
    middleware=[Middleware(Door), Middleware(hear), Middleware(warm.hold)],
)
