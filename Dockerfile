# docker build -t winnow .                    the server
# docker build -t winnow --target chromium .  with a browser for pages that need JavaScript
ARG BASE=debian:bookworm-slim
# Needs Node and npm 10 or later; nothing of it is in the result but what npm installs and builds.
ARG BUILDER=node:24-bookworm-slim

FROM ${BUILDER} AS build
WORKDIR /app
COPY package.json package-lock.json vite.config.ts tsconfig*.json ./
COPY scripts scripts
COPY src src
# An npm configuration is optional: --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=cache,target=/root/.npm \
    node scripts/build.mjs \
    && mv node_modules/node/bin/node /usr/local/bin/pinned-node \
    && node scripts/keep-unbundled.mjs \
    && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -iname '*.md' \) -delete \
    && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/playwright-core/lib/vite \
    && find node_modules/better-sqlite3/prebuilds -type f \
        ! -name "linux-$(/usr/local/bin/pinned-node -p process.arch).node" -delete

FROM ${BASE} AS server
COPY --from=build /usr/local/bin/pinned-node /usr/local/bin/node
WORKDIR /app
RUN useradd --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin winnow \
    && install -d -m 700 -o winnow -g winnow /data /backups .cache
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src/shared src/shared
COPY --from=build /app/src/server src/server
COPY --from=build /app/scripts/healthcheck.mjs scripts/
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.cache/compiled \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    WINNOW_HEALTH_PORT=3000 \
    WINNOW_DATA_DIR=/data
USER 10001:10001
# A first start fills the compile cache, which halves the start time and saves memory (see scripts/server.mjs).
RUN mkfifo /tmp/url; \
    HOST=127.0.0.1 PORT=0 WINNOW_DATA_DIR=/tmp/first node --max-semi-space-size=4 --heap-growing-percent=50 dist/server/main.js > /tmp/url & \
    read -r url < /tmp/url && kill $! && wait $! && rm -r /tmp/url /tmp/first
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "dist/server/main.js"]

FROM server AS chromium
USER root
RUN apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-liberation \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
USER 10001:10001

FROM server
