# The app, and Chroma's server, which is one of its packages. `docker build -t leverage .`
#
# The base is pinned by its version. Where your registry tells you its digest, pin that, too:
# docker build --build-arg PYTHON=python:3.11.14-slim-bookworm@sha256:… -t leverage .
ARG PYTHON=python:3.11.14-slim-bookworm

FROM ${PYTHON} AS packages
COPY requirements.lock /
RUN python -m venv /opt/leverage \
 && /opt/leverage/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes -r /requirements.lock

FROM ${PYTHON}
RUN groupadd --gid 10001 leverage \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/leverage --shell /usr/sbin/nologin leverage \
 && install -d -o 10001 -g 10001 -m 700 /var/lib/leverage
COPY --from=packages /opt/leverage /opt/leverage
WORKDIR /app
COPY app.py ./
COPY .streamlit/config.toml .streamlit/
COPY deploy/probe.py deploy/
COPY data data
COPY pages pages
COPY leverage leverage
RUN /opt/leverage/bin/python -m compileall -q app.py leverage pages
ENV PATH=/opt/leverage/bin:$PATH \
    HOME=/var/lib/leverage \
    LEVERAGE_HOME=/var/lib/leverage/store \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
VOLUME /var/lib/leverage
USER 10001:10001
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=12s --start-period=120s --retries=3 \
    CMD ["python", "/app/deploy/probe.py", "http://127.0.0.1:8501/healthz", "\"ok\""]
# It listens on the container's own 127.0.0.1, as everywhere; compose.yaml opens that, since people sign in there.
CMD ["streamlit", "run", "app.py"]
