"""The smallest app to compare with: one slider and one Plotly figure, on each of two pages."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

STEPS = 31
X = np.linspace(0.0, 1.0, 200)


def first() -> None:
    """Draw the slider and its figure."""
    step = st.slider("Step", 0, STEPS - 1, STEPS // 2)
    st.plotly_chart(go.Figure(go.Scatter(x=X, y=np.sin((1 + step) * X))), key="figure")


def second() -> None:
    """Draw another figure, for a change of page."""
    st.plotly_chart(go.Figure(go.Scatter(x=X, y=np.cos(9 * X))), key="other")


st.set_page_config(layout="wide")
st.navigation([st.Page(first, title="First", default=True), st.Page(second, title="Second")]).run()
