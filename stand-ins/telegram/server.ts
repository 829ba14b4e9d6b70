import Fastify from 'fastify'
import { appPages } from './app-pages.ts'
import { dispatch } from './bot-api/dispatch.ts'
import { readParams } from './bot-api/params.ts'
import { createPolling } from './bot-api/polling.ts'
import { botApiRoutes } from './bot-api/routes.ts'
import { createWebhookSender } from './bot-api/webhook.ts'
import { controlRoutes } from './control.ts'
import { deskRoutes } from './desk-pages.ts'
import { createWorld } from './state/creation.ts'
import { loadData, startSaving } from './state/snapshot.ts'
import type { GuideStep, PersonInput } from './state/types.ts'

export interface TelegramOptions {
  /** Port on which the stand-in listens; a free port if 0 or undefined. */
  port?: number
  bot_token: string
  bot_username: string
  bot_name?: string
  /** Origin of the mini-app's pages and API. If undefined, no mini-app is served. */
  app_origin?: string
  /** Port of the separate origin of the mini-app; a free port if 0 or undefined. */
  app_port?: number
  people?: PersonInput[]
  guide?: GuideStep[]
  /** Origin of the payment provider. The desk injects faults there. */
  payments_origin?: string
  state_file?: string
  moderators_chat_id?: number
  ops_chat_id?: number
}

export interface Telegram {
  origin: string
  /** Origin of the mini-app in the desk's frame; empty if no mini-app is served. */
  app_origin: string
  close(): Promise<void>
}

/** Starts the Telegram stand-in on 127.0.0.1. */
export async function startTelegram(options: TelegramOptions): Promise<Telegram> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The Telegram stand-in does not run in production')
  const world = createWorld(
    {
      token: options.bot_token,
      username: options.bot_username,
      bot_name: options.bot_name ?? 'Отклик',
      people: options.people ?? [],
      guide: options.guide ?? [],
      moderators_chat_id: options.moderators_chat_id ?? -1_001_000_000_001,
      ops_chat_id: options.ops_chat_id ?? -1_001_000_000_002,
    },
    loadData(options.state_file),
  )
  const saveAndStop = startSaving(world, options.state_file)
  const polling = createPolling(world)
  const sender = createWebhookSender(world, (method, body) => {
    void dispatch(world, method, readParams(body))
  })

  const app = Fastify({
    bodyLimit: 64 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
  })
  let origin = ''
  let appOrigin = ''
  const pages = options.app_origin ? appPages(world, options.app_origin) : undefined
  void app.register((scope, _options, done) => {
    botApiRoutes(scope, { world, polling, deliverUpdates: sender.pump })
    done()
  })
  void app.register(
    (scope, _options, done) => {
      const { payments_origin } = options
      controlRoutes(scope, { world, mainAppUrl: () => `${appOrigin || origin}/`, payments_origin })
      done()
    },
    { prefix: '/__desk/api' },
  )
  deskRoutes(app)
  app.get('/', (_request, reply) => reply.redirect('/__desk/'))
  origin = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  if (pages) appOrigin = await pages.listen({ host: '127.0.0.1', port: options.app_port ?? 0 })
  sender.pump()

  return {
    origin,
    app_origin: appOrigin,
    async close() {
      polling.stop()
      sender.stop()
      await Promise.all([app.close(), pages?.close()])
      saveAndStop()
    },
  }
}
