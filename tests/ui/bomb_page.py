"""A page that reads a hostile file: which one, its link says."""

import streamlit as st

from kselect_core.data.apart.reader import Reader
from kselect_core.errors import DataError

try:
    Reader(1.2, 2**29, module="tests.data.odd_child").preview(b"x", name=st.query_params["does"])
except DataError as error:
    st.text(str(error))
