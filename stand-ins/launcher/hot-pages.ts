import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { createServer } from 'vite'
import { originOf } from './environment.ts'
import { root } from './paths.ts'

/** Paths that the API serves. A path below `/chat` can be an API call or a page of the mini-app. */
const calls = '^/(api|auth|pay|favorites|files|health|chat)(/|$)'
const pages = /^\/chat(\/|$)/

const wantsPage = ({ url = '', headers }: IncomingMessage) =>
  pages.test(url) && (headers.accept ?? '').includes('text/html')

/**
 * Serves the mini-app from its sources with hot reload. API calls are proxied to the API.
 * @returns the origin of the mini-app
 */
export async function serveSources(
  port: number,
  api: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: {
        [calls]: { target: api, bypass: (request) => (wantsPage(request) ? '/index.html' : undefined) },
      },
    },
    logLevel: 'warn',
  })
  await server.listen()
  return { origin: originOf(port), stop: () => server.close() }
}
