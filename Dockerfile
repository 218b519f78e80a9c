# Builds Errata and an image that runs it as a user without rights, on a read-only root.
# BUILD_BASE must have Node.js 20 or newer and npm. BASE must have apt-get, or git, CA certificates, and
# bubblewrap. Both need glibc; the image brings its own Node.js.
ARG BUILD_BASE=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm rebuild node --ignore-scripts=false
COPY . .
# The folder has no .git: /healthz and backups name this commit.
ARG ERRATA_COMMIT=
ENV NODE_ENV=production ERRATA_STANDALONE=1 PATH=/app/node_modules/node/bin:$PATH
RUN node scripts/build.mjs && node scripts/pack.mjs /packed

FROM ${BASE}
RUN command -v git >/dev/null && command -v bwrap >/dev/null \
    || (apt-get update \
        && apt-get install -y --no-install-recommends git ca-certificates bubblewrap \
        && rm -rf /var/lib/apt/lists/*)
WORKDIR /app
COPY --from=build /packed ./
RUN mkdir -p /data && chown 10001:10001 /data && chmod 700 /data
ENV PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production ERRATA_PREBUILT=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/tmp
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
