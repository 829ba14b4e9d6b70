import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { answered, awaitsAnswer } from './state/guide.ts'
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

/** The script that a client's WebView runs in each page before the page's own. */
export const scriptPath = '/__webview.js'

/** A page that a WebView of the desk opens; the desk leaves the traits of its client in the cookie. */
export const isPage = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /(^|; )webview=/.test(headers.cookie ?? '') && (headers.accept ?? '').includes('text/html')

/** Hands an answer of the app to its page, and reads it on the way when the guide or a WebView waits for it. */
export async function passAnswer(
  world: World,
  request: Request,
  reply: Reply,
  answer: { stream?: Readable },
) {
  const call = `${request.method} ${request.url.replace(/\?.*/, '')}`
  const isRead = reply.statusCode === 200 && !reply.hasHeader('content-encoding')
  const isHtml = isPage(request) && String(reply.getHeader('content-type')).startsWith('text/html')
  const isAwaited = isHtml || awaitsAnswer(world, call)
  if (!isRead || !answer.stream || !isAwaited) return reply.send(answer.stream)
  // A half of an answer is an error of the reply, as it would be unread.
  const words = await text(answer.stream).catch((error: unknown) => error)
  if (typeof words !== 'string') return reply.send(words)
  answered(world, call, words)
  reply.removeHeader('content-length')
  return reply.send(isHtml ? withScript(words) : words)
}

const withScript = (html: string) => html.replace(/<head[^>]*>/, `$&<script src="${scriptPath}"></script>`)
