import { QueryClient } from '@tanstack/react-query'
import type { Message } from '../../state/types.ts'
import { desk } from './desk.ts'
import { log } from './log.ts'

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
})

interface LiveEvent {
  type: string
  at: number
  chat_id?: number
  message?: Message
  kind?: string
  update?: unknown
  call?: { method: string; params: unknown; ok: boolean; description?: string; result?: unknown }
}

const refreshEveryMs = 60
const staleKeys = new Set<string>()
let isScheduled = false

/** After several events, the data of the desk are refreshed only once. */
function refreshQueries(...keys: string[]) {
  for (const key of keys) staleKeys.add(key)
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    for (const key of staleKeys) void queries.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] })
    staleKeys.clear()
  }, refreshEveryMs)
}
const key = (...parts: unknown[]) => JSON.stringify(parts)

/** Subscribes to the events of the Telegram stand-in: refreshes the data of the desk and fills the log. */
export function subscribeToEvents() {
  const startedAt = Date.now()
  const source = new EventSource('/__desk/api/events?replay=60')
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent
    logEvent(event)
    if (event.type === 'reset') {
      desk.set({ chat_id: undefined, unread: {}, app: undefined })
      void queries.invalidateQueries()
    }
    if (event.type === 'person') refreshQueries(key('users'), key('chats'))
    if (event.type === 'chat' || event.type === 'bot_settings')
      refreshQueries(key('chats'), key('channels'), key('users'), key('config'))
    if (event.type === 'guide') refreshQueries(key('guide'))
    if (event.type.startsWith('message')) refreshQueries(key('messages', event.chat_id), key('chats'))
    if (event.type === 'message' && event.at >= startedAt) countUnread(event)
  }
  // Events may have been missed while the connection was lost.
  source.onerror = () =>
    source.addEventListener('open', () => void queries.invalidateQueries(), { once: true })
}

function countUnread({ chat_id, message }: LiveEvent) {
  const { chat_id: openedChatId, user_id, app, unread } = desk.get()
  if (chat_id === undefined || !message || message.from.id === user_id) return
  if (chat_id > 0 && !message.from.is_bot) return
  const isSeen = openedChatId === chat_id && (chat_id < 0 || chat_id === user_id) && (!app || app.minimised)
  if (!isSeen) desk.set({ unread: { ...unread, [chat_id]: (unread[chat_id] ?? 0) + 1 } })
}

function logEvent({ type, at, kind, update, call }: LiveEvent) {
  if (type === 'update' && kind) log({ at, side: 'update', from_telegram: true, name: kind, data: update })
  if (type === 'call' && call)
    log({
      at,
      side: 'call',
      from_telegram: false,
      name: call.method,
      data: { params: call.params, answer: call.ok ? call.result : call.description },
      note: call.ok ? undefined : call.description,
      failed: !call.ok,
    })
}
