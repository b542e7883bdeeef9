"""The web application: ``streamlit run app.py``, or ``python app.py``."""

import streamlit as st
from starlette.middleware import Middleware

from kselect_ui import ROUTER
from kselect_ui.door.http import Door
from kselect_ui.server.messages import unexpected
from kselect_ui.shell.warm import warm

app = st.App(ROUTER, on_script_error=unexpected, lifespan=warm, middleware=[Middleware(Door)])

if __name__ == "__main__":
    app.run()
