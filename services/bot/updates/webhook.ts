import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import { z } from 'zod'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { registerWebhook, webhookPath, webhookSecrets } from '#services/notifications/telegram/webhook.ts'
import { isShortLived, startUpdateHandler, storeUpdate } from './inbox.ts'
import type { UpdateReceiver } from './polling.ts'

const maxBodyBytes = 1024 * 1024
const AnyUpdate = z.looseObject({ update_id: z.int().nonnegative() })

/**
 * Receives updates by webhook. Each update is stored before it is confirmed to Telegram, so a crash loses no update.
 * Repeated updates are recognised.
 */
export async function receiveUpdates(app: Context, bot: Bot<BotContext>): Promise<UpdateReceiver> {
  const { API_HOST, BOT_PORT } = app.config
  // The webhook is registered with Telegram before the port opens, because the registration may fail and be retried.
  // Telegram resends updates that found no listener.
  await registerWebhook(app.config, bot.api)
  const secrets = webhookSecrets(app.config)
  const handler = startUpdateHandler(app, bot)
  const server = createServer(async (request, response) => {
    const { status, update } = await acceptUpdate(app, request, secrets)
    response.writeHead(status, { connection: 'close' }).end()
    if (update) await handler.handleOrLog(update)
  })
  server.listen(BOT_PORT, API_HOST)
  await once(server, 'listening')
  return {
    ended: once(server, 'close').then(() => {}),
    isReceiving: () => true,
    async stop() {
      server.close()
      await handler.stop()
    },
  }
}

type WebhookAnswer = { status: number; update?: Update }

async function acceptUpdate(
  app: Context,
  request: IncomingMessage,
  secrets: string[],
): Promise<WebhookAnswer> {
  if (request.method !== 'POST' || request.url !== webhookPath) return { status: 404 }
  const receivedSecret = request.headers['x-telegram-bot-api-secret-token']
  if (!secrets.some((secret) => isSecret(receivedSecret, secret))) return { status: 401 }
  const update = await readUpdate(request)
  if (!update) return { status: 400 }
  if (isShortLived(update)) return { status: 200, update }
  try {
    return { status: 200, update: (await storeUpdate(app, update)) ? update : undefined }
  } catch (error) {
    app.log.warn({ err: error }, 'an update could not be stored')
    return { status: 503 }
  }
}

/**
 * Compares a secret with the configured one by their hashes, which have equal length, so that the timing reveals
 * nothing about the secret.
 */
function isSecret(receivedSecret: string | string[] | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return (
    secret !== '' && typeof receivedSecret === 'string' && timingSafeEqual(hash(receivedSecret), hash(secret))
  )
}

async function readUpdate(request: IncomingMessage): Promise<Update | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size > maxBodyBytes) return undefined
      chunks.push(chunk)
    }
    return AnyUpdate.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))) as Update
  } catch {
    return undefined
  }
}
