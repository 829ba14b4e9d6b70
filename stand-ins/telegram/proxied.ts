import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { checkResponse, needsResponse } from './state/guide.ts'
import type { World } from './state/world.ts'

interface Request {
  method: string
  url: string
  headers: IncomingHttpHeaders
}
interface Reply {
  statusCode: number
  hasHeader(name: string): boolean
  getHeader(name: string): unknown
  removeHeader(name: string): unknown
  send(body: unknown): unknown
}

/** Script that a client's WebView runs before the scripts of the page. */
export const scriptPath = '/__webview.js'

/** True if the desk's WebView requests a page. The desk stores the client's traits in a cookie. */
export const isPage = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /(^|; )webview=/.test(headers.cookie ?? '') && (headers.accept ?? '').includes('text/html')

/**
 * Passes a response of the mini-app's server to its page. The response is read only if the guide or a WebView needs it.
 */
export async function passAnswer(
  world: World,
  request: Request,
  reply: Reply,
  answer: { stream?: Readable },
) {
  const call = `${request.method} ${request.url.replace(/\?.*/, '')}`
  const isReadable = reply.statusCode === 200 && !reply.hasHeader('content-encoding')
  const isHtml = isPage(request) && String(reply.getHeader('content-type')).startsWith('text/html')
  const isNeeded = isHtml || needsResponse(world, call)
  if (!isReadable || !answer.stream || !isNeeded) return reply.send(answer.stream)
  // If the response is interrupted, the reply gets an error, as if the response had been streamed.
  const body = await text(answer.stream).catch((error: unknown) => error)
  if (typeof body !== 'string') return reply.send(body)
  checkResponse(world, call, body)
  reply.removeHeader('content-length')
  return reply.send(isHtml ? withScript(body) : body)
}

const withScript = (html: string) => html.replace(/<head[^>]*>/, `$&<script src="${scriptPath}"></script>`)
