import { startBareServer } from './server.ts'

const { DATABASE_URL = '', JWT_SECRETS = '', BOT_TOKEN = '', PORT } = process.env
await startBareServer({ DATABASE_URL, JWT_SECRETS, BOT_TOKEN }, Number(PORT))
process.send?.('ready')
