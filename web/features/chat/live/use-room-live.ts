import { useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { refreshRooms, updateMessages } from '#web/features/chat/messages/message-cache.ts'
import { messagesInOrder } from '#web/features/chat/messages/message-pages.ts'
import { dropDelivered } from '#web/features/chat/messages/outbox.ts'
import { type Message, messagesOf } from '#web/features/chat/queries.ts'
import { isAppVisible, onAppVisibility } from '#web/telegram/index.ts'
import { followRoom } from './stream.ts'
import { applyTypingEvent } from './typing.ts'

/** Keeps the cached messages of an open chat in sync with the server, once the first page of messages is loaded. */
export function useChatStream(user_id: number, room_id: number, isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return
    const { queryKey } = messagesOf(room_id)
    return followRoom({
      user_id,
      room_id,
      lastId: () => messagesInOrder(queryClient.getQueryData(queryKey)).at(-1)?.id ?? 0,
      onEvent: (event) => {
        applyTypingEvent(room_id, event, user_id)
        dropDelivered({ room_id, sender_id: user_id }, event)
        updateMessages(room_id, event)
      },
      onFailing: () => void queryClient.invalidateQueries({ queryKey }),
    })
  }, [user_id, room_id, isLoaded])
}

/** Reports the newest visible message as read. All earlier messages then count as read too. */
export function useReadReceipts(user_id: number, messages: Message[], isAtEnd: boolean): void {
  const reportedId = useRef(0)
  const last = messages.findLast(({ sender_id, is_read }) => sender_id !== user_id && !is_read)
  useEffect(() => {
    if (!last || !isAtEnd) return
    const reportRead = () => {
      if (!isAppVisible() || reportedId.current >= last.id) return
      const previousId = reportedId.current
      reportedId.current = last.id
      api('POST /chat/msg_read', { query: { msg_id: last.id } }).then(
        ({ room_id, last_read_id }) => {
          updateMessages(room_id, { event: 'read', data: { room_id, user_id, last_read_id } })
          void refreshRooms(user_id)
        },
        // If the report fails, the messages are reported as read with the next message or when the chat is opened
        // again.
        () => {
          reportedId.current = previousId
        },
      )
    }
    reportRead()
    return onAppVisibility(reportRead)
  }, [last, isAtEnd, user_id])
}

/**
 * Pause between typing reports in ms. The pause is slightly longer than the server's minimum, so that no report is
 * refused as too early.
 */
const pauseMs = limits.chat.typingMs + 200
let lastReport = { room_id: 0, ms: 0 }
let reportTimer: ReturnType<typeof setTimeout> | undefined

/** Tells the server that the user is typing: at once, or when the pause since the last report is over. */
export function reportTyping(room_id: number): void {
  clearTimeout(reportTimer)
  const remainingMs = lastReport.room_id === room_id ? lastReport.ms + pauseMs - Date.now() : 0
  reportTimer = setTimeout(() => {
    if (!isAppVisible()) return
    lastReport = { room_id, ms: Date.now() }
    // Errors are ignored, because a lost typing report does no harm.
    void api('POST /chat/typing', { body: { room_id } }).catch(() => {})
  }, remainingMs)
}

/** Cancels the pending typing report once the message is sent or its text is cleared. */
export function endTyping(): void {
  clearTimeout(reportTimer)
}
