import type { FastifyInstance } from 'fastify'
import { afterEach } from 'vitest'
import type { Person } from '#tests/support/people/people.ts'

export interface StreamEvent {
  event: string
  id: string | undefined
  data: Record<string, unknown>
}

const openStreams = new Set<AbortController>()
afterEach(() => {
  for (const stream of openStreams) stream.abort()
  openStreams.clear()
})

const origins = new Map<FastifyInstance, Promise<string>>()

/** Returns the URL of a server. The server starts to listen on the first call. */
export function originOf(server: FastifyInstance): Promise<string> {
  const listeningOrigin = origins.get(server) ?? server.listen({ host: '127.0.0.1', port: 0 })
  origins.set(server, listeningOrigin)
  return listeningOrigin
}

export async function ticketFor(person: Person, room_id: number): Promise<string> {
  const { token } = await person.call('POST /chat/user_token', { body: { room_id, user_id: person.id } })
  return token
}

type StreamOptions = { afterId?: number; headers?: Record<string, string> }

/** Opens a stream of server-sent events as a browser does. */
export async function openStream(
  server: FastifyInstance,
  token: string,
  { afterId, headers }: StreamOptions = {},
) {
  const query = new URLSearchParams({ token, ...(afterId !== undefined && { after: String(afterId) }) })
  const abortController = new AbortController()
  const answer = await fetch(`${await originOf(server)}/chat/stream?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abortController.signal,
  })
  openStreams.add(abortController)
  return { answer, closeStream: () => abortController.abort() }
}

/** Subscribes to a chat room. `events` collects the events of the stream. */
export async function listenTo(
  server: FastifyInstance,
  person: Person,
  room_id: number,
  options: StreamOptions = {},
) {
  const { answer, closeStream } = await openStream(server, await ticketFor(person, room_id), options)
  if (answer.status !== 200) throw new Error(await answer.text())
  const events: StreamEvent[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const eventBlocks = (text + chunk).split('\n\n')
      text = eventBlocks.pop() ?? ''
      for (const block of eventBlocks) if (!block.startsWith(':')) events.push(parseEvent(block))
    }
  })().catch(() => {})
  return { events, closeStream, end: reading }
}

function parseEvent(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]),
  )
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? '{}'),
  }
}
