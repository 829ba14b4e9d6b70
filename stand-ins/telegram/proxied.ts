import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { answered, awaitsAnswer } from './state/guide.ts'
import type { World } from './state/world.ts'

interface Reply {
  statusCode: number
  hasHeader(name: string): boolean
  send(body: unknown): unknown
}

/** Hands an answer of the app to its page, and reads it on the way when the guide waits for it. */
export async function passAnswer(
  world: World,
  { method, url }: { method: string; url: string },
  reply: Reply,
  answer: { stream?: Readable },
) {
  const request = `${method} ${url.replace(/\?.*/, '')}`
  const isRead = reply.statusCode === 200 && !reply.hasHeader('content-encoding')
  if (!isRead || !answer.stream || !awaitsAnswer(world, request)) return reply.send(answer.stream)
  // A half of an answer is an error of the reply, as it would be unread.
  const words = await text(answer.stream).catch((error: unknown) => error)
  if (typeof words === 'string') answered(world, request, words)
  return reply.send(words)
}
