# The bot as a container image; docs/hosting/container.md says how to run it.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
RUN python -m venv --without-pip /opt/venv
COPY requirements.txt /tmp/
RUN python -m pip --python /opt/venv/bin/python install \
        --require-hashes --no-cache-dir --no-compile -r /tmp/requirements.txt
WORKDIR /srv/atelier
COPY LICENSE pyproject.toml ./
COPY bot bot
COPY cogs cogs
COPY games games
COPY renderers renderers
# The container's files are read-only, so Python could not keep its bytecode later.
RUN python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/venv/lib .

FROM ${BASE}
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Atelier" \
      org.opencontainers.image.description="A Discord bot that hosts board games of fashion and commerce" \
      org.opencontainers.image.licenses="MIT AND OFL-1.1" \
      org.opencontainers.image.version="${VERSION}"
RUN groupadd --gid 10001 atelier \
    && useradd --uid 10001 --gid atelier --home-dir /data --no-create-home --shell /usr/sbin/nologin atelier \
    && install --directory --owner atelier --group atelier --mode 0700 /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/atelier /srv/atelier
WORKDIR /srv/atelier
ENV PATH=/opt/venv/bin:${PATH} \
    DATABASE_URL=sqlite:////data/atelier.sqlite3 \
    METRICS_PORT=9188
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-c", "import http.client, os, sys; bot = http.client.HTTPConnection('127.0.0.1', int(os.environ['METRICS_PORT']), timeout=5); bot.request('GET', '/health'); answer = bot.getresponse(); print(answer.read().decode()); sys.exit(answer.status != 200)"]
CMD ["python", "-m", "bot"]
