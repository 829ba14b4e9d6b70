# One image for api, bot and workers, one for backups; docker-compose.yml gives each its command. The product is the last
# stage, which `docker build` makes when none is named.
FROM node:24.21.0-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci && npm cache clean --force
COPY . .
RUN npx vite build --config web/vite.config.ts \
    && npx rolldown --config services/rolldown.config.ts --configLoader native

FROM node:24.21.0-bookworm-slim AS code
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages stay: binaries of libraries come as such. The second Node and the compiler with its types, which
# libraries ask for, are of no use here.
RUN npm ci --omit=dev \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/@types \
    && npm cache clean --force
COPY contract contract
COPY db db
COPY services services
COPY workers workers
COPY --from=built /app/web/dist web/dist
COPY --from=built /app/services/dist services/dist
# What `otklik setup` writes is explained by it.
COPY .env.example ./
RUN mkdir -p /data/files .compiled && chown node:node /data/files .compiled \
    && ln -s /app/services/cli/main.ts /usr/local/bin/otklik
USER node
# Compiled here, a start takes less, and so does what stays. V8 takes it under the same options alone. Without settings
# a process ends as soon as its code was read, with the exit code of wrong settings.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN export NODE_OPTIONS="--max-old-space-size=512 --max-semi-space-size=8" \
    && for name in api bot workers all; do node services/dist/$name.js >/dev/null; test $? = 78 || exit 1; done
EXPOSE 3000
# Last, because whatever stands behind it is built anew for every commit: an upgrade with the same libraries installs none.
ARG REVISION=unknown
# The version stands in package.json and is said by `otklik --version`; the commit is said by whoever builds.
LABEL org.opencontainers.image.title="Otklik" \
      org.opencontainers.image.description="A freelance marketplace that lives in Telegram" \
      org.opencontainers.image.revision="$REVISION"
CMD ["node", "services/dist/api.js"]

# The product beside the programs of the Postgres that it copies: a backup is tried by starting it.
FROM postgres:18.4-bookworm AS backups
ENV NODE_ENV=production
WORKDIR /app
COPY --from=code /usr/local/bin/node /usr/local/bin/node
COPY --from=code /app /app
RUN ln -s /app/services/cli/main.ts /usr/local/bin/otklik
USER postgres
ENTRYPOINT []
CMD ["node", "workers/backups.ts"]

FROM code AS product
