import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyHttpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'
import { isPage, passAnswer, scriptPath } from './proxied.ts'
import type { World } from './state/world.ts'

const script = readFileSync(join(import.meta.dirname, 'webview', 'webview.js'), 'utf8')

/**
 * Serves the mini-app on a separate origin, as in real clients. The desk page cannot access a page of another origin.
 */
export function appPages(world: World, upstream: string) {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  app.get(scriptPath, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/javascript').send(script),
  )
  void app.register(fastifyHttpProxy, {
    upstream,
    prefix: '/',
    websocket: true,
    // By default the proxy repeats a call ten times that the API refuses for a moment. No client of Telegram does that.
    retryMethods: [],
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const forwardedHeaders = { ...headers, host: request.headers.host }
        // The mini-app's page is requested uncompressed and uncached, because `passAnswer` injects a script into it.
        return isPage(request)
          ? { ...forwardedHeaders, 'accept-encoding': 'identity', 'if-none-match': undefined }
          : forwardedHeaders
      },
      onResponse: (request, reply, answer) => void passAnswer(world, request, reply, answer),
      onError: (reply) => {
        reply.code(502).send({ error: 'The app behind the Telegram stand-in does not answer' })
      },
    },
  })
  return app
}
