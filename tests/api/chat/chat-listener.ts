import type { FastifyInstance } from 'fastify'
import { afterEach } from 'vitest'
import type { Person } from '#tests/support/people/people.ts'

export interface Heard {
  event: string
  id: string | undefined
  data: Record<string, unknown>
}

const open = new Set<AbortController>()
afterEach(() => {
  for (const stream of open) stream.abort()
  open.clear()
})

const origins = new Map<FastifyInstance, Promise<string>>()

/** URL of a server, which starts to listen on the first call. */
export function originOf(server: FastifyInstance): Promise<string> {
  const known = origins.get(server) ?? server.listen({ host: '127.0.0.1', port: 0 })
  origins.set(server, known)
  return known
}

export async function ticketFor(person: Person, room_id: number): Promise<string> {
  const { token } = await person.call('POST /chat/user_token', { body: { room_id, user_id: person.id } })
  return token
}

type Place = { after?: number; headers?: Record<string, string> }

/** Opens a stream as a browser does. */
export async function ask(server: FastifyInstance, token: string, { after, headers }: Place = {}) {
  const query = new URLSearchParams({ token, ...(after !== undefined && { after: String(after) }) })
  const closing = new AbortController()
  const answer = await fetch(`${await originOf(server)}/chat/stream?${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: closing.signal,
  })
  open.add(closing)
  return { answer, close: () => closing.abort() }
}

/** Subscribes to a room; `heard` grows with each event. */
export async function listenTo(server: FastifyInstance, person: Person, room_id: number, place: Place = {}) {
  const { answer, close } = await ask(server, await ticketFor(person, room_id), place)
  if (answer.status !== 200) throw new Error(await answer.text())
  const heard: Heard[] = []
  const ended = (async () => {
    let text = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (!block.startsWith(':')) heard.push(parse(block))
    }
  })().catch(() => {})
  return { heard, close, ended }
}

function parse(block: string): Heard {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]),
  )
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? '{}'),
  }
}
