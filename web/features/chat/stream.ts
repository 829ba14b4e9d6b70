import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { isLookedAt, onLook } from '#web/telegram/index.ts'
import type { ChatEvent } from './messages.ts'

type Follow = {
  user_id: number
  room_id: number
  /** The last message at hand: a new stream goes on from it. */
  lastId: () => number
  onEvent: (event: ChatEvent) => void
  /** Streams do not hold here: the caller should look by itself. */
  onFailing: () => void
}

const pausesMs = [500, 1000, 2000, 5000]
const events = ['message', 'deleted', 'read', 'typing'] as const

/**
 * Listens to a room until the returned function is called. Every stream has a ticket of its own, and goes on
 * after the last message, so nothing is missed or told twice. An app that is hidden or minimised does not
 * listen: to the server that means that its person is away, and messages of the bot come.
 */
export function followRoom({ user_id, room_id, lastId, onEvent, onFailing }: Follow): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let run = 0
  let failures = 0

  const stop = () => {
    run++
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const later = () => {
    stop()
    timer = setTimeout(open, pausesMs[Math.min(failures++, pausesMs.length - 1)])
    if (failures > 1) onFailing()
  }
  const open = async () => {
    stop()
    const mine = run
    const ticket = await api('POST /chat/user_token', { body: { user_id, room_id } }).catch((error) => error)
    if (mine !== run) return
    if (ticket instanceof ApiError && ticket.code === 'not_found') return
    if (ticket instanceof Error) return later()
    source = new EventSource(`/chat/stream?token=${encodeURIComponent(ticket.token)}&after=${lastId()}`)
    source.onopen = () => {
      failures = 0
    }
    source.onerror = later
    for (const event of events)
      source.addEventListener(event, ({ data }) => onEvent({ event, data: JSON.parse(data) } as ChatEvent))
  }
  const follow = () => (isLookedAt() ? void open() : stop())

  const stopLooking = onLook(follow)
  window.addEventListener('online', follow)
  follow()
  return () => {
    stopLooking()
    window.removeEventListener('online', follow)
    stop()
  }
}
