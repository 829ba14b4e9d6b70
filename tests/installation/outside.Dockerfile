# Telegram and the payment provider in miniature, beside the installation that is tried (tests/installation/main.ts).
FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY contract contract
COPY db db
COPY services services
COPY stand-ins stand-ins
COPY tests tests
CMD ["node", "tests/installation/outside.ts"]
