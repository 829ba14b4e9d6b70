import { setTimeout as wait } from 'node:timers/promises'
import { type Client, newClient } from '#tests/chaos/client.ts'
import type { World } from '#tests/support/servers/world.ts'

/**
 * Two people write in a chat alternately. One of them receives the messages through the chat's stream, as the mini-app
 * does.
 */
export interface Talk {
  /** Ids of messages in the order in which the server accepted them. */
  writtenIds: number[]
  /** Ids of messages in the order in which the stream delivered them. */
  receivedIds: number[]
  openedCount: number
  end(): Promise<void>
}

const pauseMs = 400

export async function startTalk(world: World, title: string): Promise<Talk> {
  const [writer, reader] = await Promise.all([
    newClient(world, `Пишет ${title}`),
    newClient(world, `Читает ${title}`),
  ])
  for (const { telegram_id, user_id, call } of [writer, reader]) {
    const { contact } = await world.telegram.post<{ contact: string }>(`/users/${telegram_id}/contact`)
    await call(`/api/users/verify-profile/${user_id}`, { contact })
  }
  const people = { user1_id: writer.user_id, user2_id: reader.user_id, other_chat: true }
  const { id: room_id } = await writer.call<{ id: number }>('/chat/create_room', people)
  const talk = { writtenIds: [] as number[], receivedIds: [] as number[], openedCount: -1 }
  const [writing, reading] = [new AbortController(), new AbortController()]
  const follower = followStream(world, reader, room_id, talk, reading.signal)
  const writerLoop = (async () => {
    while (!writing.signal.aborted) {
      // Both people write alternately, because the product limits how many messages a person may send without an
      // answer.
      const sender = talk.writtenIds.length % 2 === 0 ? writer : reader
      const message = {
        content: `Сообщение ${talk.writtenIds.length + 1}`,
        room_id,
        sender_id: sender.user_id,
      }
      const { id } = await sender.call<{ id: number }>('/chat/send_msg', message)
      talk.writtenIds.push(id)
      await wait(pauseMs)
    }
  })()
  return Object.assign(talk, {
    async end() {
      writing.abort()
      await writerLoop
      const isAllReceived = () => talk.writtenIds.every((id) => talk.receivedIds.includes(id))
      for (let attempt = 0; attempt < 100 && !isAllReceived(); attempt += 1) await wait(100)
      reading.abort()
      await follower
    },
  })
}

/** Opens the chat's stream, and opens it again whenever it ends, from the last received message on. */
async function followStream(
  world: World,
  reader: Client,
  room_id: number,
  talk: { receivedIds: number[]; openedCount: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    talk.openedCount += 1
    try {
      const tokenRequest = { room_id, user_id: reader.user_id }
      const { token } = await reader.call<{ token: string }>('/chat/user_token', tokenRequest)
      const lastId = talk.receivedIds.at(-1) ?? 0
      const query = new URLSearchParams({ token, after: String(lastId) })
      const answer = await fetch(`${world.api}/chat/stream?${query}`, { signal })
      if (answer.ok) await readStream(answer, talk.receivedIds)
    } catch {
      // The next attempt opens the stream again, from the last received message on.
    }
    await wait(100, undefined, { signal }).catch(() => {})
  }
}

async function readStream(answer: Response, receivedIds: number[]): Promise<void> {
  let text = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const eventBlocks = (text + part).split('\n\n')
    text = eventBlocks.pop() ?? ''
    for (const block of eventBlocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1]
      if (id && /^event: message$/m.test(block)) receivedIds.push(Number(id))
    }
  }
}
