import { limits } from '#contract/limits.ts'
import { api } from '#web/client/api.ts'
import { isLookedAt } from '#web/telegram/index.ts'

/** A little more than the server's pause, so that no word comes too early for it. */
const pauseMs = limits.chat.typingMs + 200
let toldAt = { room_id: 0, ms: 0 }
let later: ReturnType<typeof setTimeout> | undefined

/** Says that the own person writes: at once, or when the pause since the last word of it is over. */
export function sayTyping(room_id: number): void {
  clearTimeout(later)
  const rest = toldAt.room_id === room_id ? toldAt.ms + pauseMs - Date.now() : 0
  later = setTimeout(() => {
    if (!isLookedAt()) return
    toldAt = { room_id, ms: Date.now() }
    // Nothing depends on its arrival.
    void api('POST /chat/typing', { body: { room_id } }).catch(() => {})
  }, rest)
}

/** What was written is sent, or was given up. */
export function endTyping(): void {
  clearTimeout(later)
}
