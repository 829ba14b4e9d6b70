import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { makeCertificate } from './certificate.ts'
import type { TelegramClient } from './client.ts'

const readPage = (name: string) => readFileSync(path.join(import.meta.dirname, 'pages', name), 'utf8')
const [host, bridge, watch] = [readPage('host.html'), readPage('bridge.js'), readPage('watch.js')]

/** Host name of Telegram's web clients. The mini-app posts its events only to this origin. */
export const telegramHost = 'web.telegram.org'
export const appHost = 'app.otklik.example'

/** Settings of the proxy for one run. Each run replaces them. */
export interface ProxySettings {
  client: TelegramClient
  /**
   * Platform of the Telegram client. On `ios` and `android` the client injects a bridge object into the page. On `weba`
   * it shows the page in a frame.
   */
  platform: 'ios' | 'android' | 'weba'
  /** JavaScript that runs before the page's own scripts. */
  script?: string
  /** Removes the CSS rules that the emulated browser does not support. */
  readStyle?: (css: string) => string
  complaints: string[]
}

export interface EngineProxy {
  /** Address of the proxy. A browser reaches only Telegram Web and the mini-app through it. */
  proxy: string
  meeting: ProxySettings | undefined
  close(): Promise<void>
}

/** Serves Telegram Web and the mini-app as two sites with realistic addresses, each over TLS. */
export async function startProxy(api: string): Promise<EngineProxy> {
  const proxySetup = { meeting: undefined } as EngineProxy
  const certificate = await makeCertificate([telegramHost, appHost])
  const tls = createTlsServer(certificate, (incoming, reply) => {
    answerRequest(proxySetup, api, incoming, reply).catch((error: unknown) => {
      reply.destroy(error instanceof Error ? error : undefined)
    })
  })
  const tlsPort = await startListening(tls)
  const sockets = new Set<Socket>()
  const proxy = createServer((_incoming, reply) => reply.writeHead(403).end())
  proxy.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    if (url !== `${telegramHost}:443` && url !== `${appHost}:443`)
      return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const tlsConnection = connect(tlsPort, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    tlsConnection.on('error', () => socket.destroy())
    socket.on('close', () => tlsConnection.destroy())
    sockets.add(socket)
    socket.pipe(tlsConnection).pipe(socket)
  })
  proxySetup.proxy = `127.0.0.1:${await startListening(proxy)}`
  proxySetup.close = async () => {
    for (const socket of sockets) socket.destroy()
    tls.closeAllConnections()
    await Promise.all([tls, proxy].map((server) => new Promise((resolve) => server.close(resolve))))
  }
  return proxySetup
}

const startListening = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

async function answerRequest(
  { meeting }: EngineProxy,
  api: string,
  incoming: IncomingMessage,
  reply: ServerResponse,
) {
  if (!meeting) return reply.writeHead(503).end()
  if (incoming.url === '/engines/complaints') {
    meeting.complaints.push(await text(incoming))
    return reply.writeHead(204).end()
  }
  if (incoming.url === '/engines/heard') {
    const events = await meeting.client.answer(JSON.parse(await text(incoming)))
    return reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(events))
  }
  if (incoming.headers.host === telegramHost)
    return reply.writeHead(200, { 'content-type': 'text/html' }).end(host)
  proxyRequest(meeting, api, incoming, reply)
}

/**
 * Forwards a request to the product. Injects scripts into the product's pages, and adapts their style sheets to the
 * browser.
 */
function proxyRequest(
  meeting: ProxySettings,
  api: string,
  incoming: IncomingMessage,
  reply: ServerResponse,
): void {
  const { method, headers } = incoming
  // Scripts can be injected only into an uncompressed page, so the request accepts no compression.
  const requestHeaders = { ...headers, 'accept-encoding': 'identity' }
  const upstreamRequest = request(
    `${api}${incoming.url}`,
    { method, headers: requestHeaders },
    async (response) => {
      const { statusCode = 502, headers: responseHeaders } = response
      const kind = responseHeaders['content-type'] ?? ''
      if (kind.startsWith('text/html')) {
        const scripts = scriptsOf(meeting)
        const body = (await text(response)).replace(
          '<head>',
          `<head>${scripts.map(({ tag }) => tag).join('')}`,
        )
        reply.writeHead(statusCode, {
          ...responseHeaders,
          ...allowScripts(responseHeaders, scripts),
          'content-length': length(body),
        })
        return reply.end(body)
      }
      if (kind.startsWith('text/css') && meeting.readStyle) {
        const body = meeting.readStyle(await text(response))
        reply.writeHead(statusCode, { ...responseHeaders, 'content-length': length(body) })
        return reply.end(body)
      }
      reply.writeHead(statusCode, responseHeaders)
      return response.pipe(reply)
    },
  )
  upstreamRequest.on('error', () => reply.destroy())
  reply.on('close', () => upstreamRequest.destroy())
  incoming.pipe(upstreamRequest)
}

const length = (body: string) => String(Buffer.byteLength(body))

interface Script {
  tag: string
  hash: string
}

function scriptsOf({ platform, script = '' }: ProxySettings): Script[] {
  const sources = [platform === 'weba' ? '' : bridge, watch, script].filter(Boolean)
  return sources.map((source) => ({
    tag: `<script data-platform="${platform}">${source}</script>`,
    hash: `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  }))
}

/**
 * Allows the injected scripts in the page's content security policy. A native client's own scripts are not subject to
 * that policy.
 */
function allowScripts(headers: IncomingMessage['headers'], scripts: Script[]) {
  const policy = String(headers['content-security-policy'] ?? '')
  const allowed = `script-src ${scripts.map(({ hash }) => hash).join(' ')}`
  return { 'content-security-policy': policy.replace('script-src', allowed) }
}
