import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { isAppVisible } from '#web/telegram/index.ts'

/** Slightly above the server's limit, so that no request is refused as too early. */
const pauseMs = limits.chat.typingMs + 200
let lastReport = { room_id: 0, ms: 0 }
let later: ReturnType<typeof setTimeout> | undefined

/** Tells the server that the user is typing: at once, or when the pause since the last call is over. */
export function reportTyping(room_id: number): void {
  clearTimeout(later)
  const rest = lastReport.room_id === room_id ? lastReport.ms + pauseMs - Date.now() : 0
  later = setTimeout(() => {
    if (!isAppVisible()) return
    lastReport = { room_id, ms: Date.now() }
    // A lost typing event does no harm.
    void api('POST /chat/typing', { body: { room_id } }).catch(() => {})
  }, rest)
}

/** The message was sent or its text was cleared. */
export function endTyping(): void {
  clearTimeout(later)
}
