import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import type { ChatEvent } from '#web/features/chat/messages/message-pages.ts'
import { isAppVisible, onAppVisibility } from '#web/telegram/index.ts'

type RoomSubscription = {
  user_id: number
  room_id: number
  /** Returns the id of the last loaded message, after which a new stream resumes. */
  lastId: () => number
  onEvent: (event: ChatEvent) => void
  /** Called after repeated failures of the stream, so that the caller loads messages by requests. */
  onFailing: () => void
}

const retryDelaysMs = [500, 1000, 2000, 5000]
const eventNames = ['message', 'deleted', 'read', 'typing'] as const

/**
 * Subscribes to the events of a chat until the returned function is called. Each stream uses a new access ticket and
 * resumes after the last message, so no event is missed or repeated. A hidden app unsubscribes: the server then regards
 * the user as away, and the bot notifies the user.
 */
export function followRoom({ user_id, room_id, lastId, onEvent, onFailing }: RoomSubscription): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let failures = 0

  const stopStream = () => {
    attempt++
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const reconnectLater = () => {
    stopStream()
    timer = setTimeout(openStream, retryDelaysMs[Math.min(failures++, retryDelaysMs.length - 1)])
    if (failures > 1) onFailing()
  }
  const openStream = async () => {
    stopStream()
    const ownAttempt = attempt
    const ticket = await api('POST /chat/user_token', { body: { user_id, room_id } }).catch((error) => error)
    if (ownAttempt !== attempt) return
    if (ticket instanceof ApiError && ticket.code === 'not_found') return
    if (ticket instanceof Error) return reconnectLater()
    source = new EventSource(`/chat/stream?token=${encodeURIComponent(ticket.token)}&after=${lastId()}`)
    source.onopen = () => {
      failures = 0
    }
    source.onerror = reconnectLater
    for (const event of eventNames)
      source.addEventListener(event, ({ data }) => onEvent({ event, data: JSON.parse(data) } as ChatEvent))
  }
  const openOrStop = () => (isAppVisible() ? void openStream() : stopStream())

  const unsubscribeVisibility = onAppVisibility(openOrStop)
  window.addEventListener('online', openOrStop)
  openOrStop()
  return () => {
    unsubscribeVisibility()
    window.removeEventListener('online', openOrStop)
    stopStream()
  }
}
