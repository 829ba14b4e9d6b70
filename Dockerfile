# One image for api, bot and workers; docker-compose.yml gives each its command.
FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx vite build --config web/vite.config.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages stay: binaries of libraries come as such. Only the second Node is of no use here.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY contract contract
COPY db db
COPY services services
COPY workers workers
COPY --from=pages /app/web/dist web/dist
RUN mkdir -p /data/files && chown node:node /data/files
USER node
EXPOSE 3000
CMD ["node", "services/api/main.ts"]
