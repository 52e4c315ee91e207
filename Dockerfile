# The image of the service. The first stage installs and builds; the second has Node, the packages that the service runs on and the built
# pages, but no npm, build tools or PostgreSQL. docs/guide/install.md starts it, and `npm run test:long -- image` builds and uses it.
ARG BUILDER=docker.io/library/node:24-trixie-slim
ARG DEBIAN=docker.io/library/debian:trixie-slim

FROM ${BUILDER} AS build
WORKDIR /build
COPY . .
# The build stops here if a package differs from its digest in package-lock.json.
RUN npm run build
# The service runs on the Node of package-lock.json. Optional packages are this Node and the embedded PostgreSQL. Types and source maps are for engineers.
RUN mkdir /app /app/server /app/sandbox /app/contract /app/web \
    && cp node_modules/node-linux-*/bin/node /node \
    && cp -r package.json package-lock.json LICENSE /app/ \
    && for each in contract sandbox server; do cp -r $each/package.json $each/src /app/$each/; done \
    && cp -r server/migrations /app/server/ && cp -r sandbox/migrations /app/sandbox/ && cp -r web/dist /app/web/ \
    && cd /app && npm ci --omit=dev --omit=optional --workspace=server --no-audit --no-fund \
    && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete \
    && rm -f package-lock.json node_modules/.package-lock.json

FROM ${DEBIAN}
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Remembrance" \
      org.opencontainers.image.description="A digital legacy vault: a message and files that reach one person when the time has come, and not before." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
RUN groupadd --gid 10001 remembrance \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin remembrance \
    && install --directory --mode=700 --owner=10001 --group=10001 /data
COPY --from=build /node /usr/local/bin/node
COPY deploy/container/npm /usr/local/bin/npm
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
