# kselect in a container:
#     docker build -t kselect .
#     docker run --rm -p 127.0.0.1:8501:8501 -v kselect:/data kselect
# The log tells the access word; what people keep lies in the volume. More: docs/classroom.md
FROM python:3.13.11-slim-bookworm AS build
ENV UV_PROJECT_ENVIRONMENT=/opt/kselect \
    UV_PYTHON_DOWNLOADS=never \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy
ARG EXTRAS="--extra app"
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /source
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-cache --no-default-groups $EXTRAS --no-install-project
COPY . .
RUN uv sync --frozen --no-cache --no-default-groups $EXTRAS --no-editable

FROM python:3.13.11-slim-bookworm
RUN useradd --uid 1000 --no-create-home kselect && install -d -o kselect -g kselect /data
COPY --from=build /opt/kselect /opt/kselect
ENV PATH=/opt/kselect/bin:$PATH \
    KSELECT_HOME=/data \
    NUMBA_CACHE_DIR=/tmp/numba \
    PYTHONUNBUFFERED=1
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
ENTRYPOINT ["kselect", "app", "--share", "--host", "0.0.0.0", "--port", "8501"]
