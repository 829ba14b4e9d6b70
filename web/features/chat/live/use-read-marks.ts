import { useEffect, useRef } from 'react'
import { api } from '#web/client/http/api.ts'
import { refreshRooms, updateMessages } from '#web/features/chat/messages/message-cache.ts'
import type { Message } from '#web/features/chat/queries.ts'
import { isAppVisible, onAppVisibility } from '#web/telegram/index.ts'

/** Reports the newest visible message as read, and with it all earlier ones. */
export function useReadReceipts(user_id: number, messages: Message[], isAtEnd: boolean): void {
  const reportedId = useRef(0)
  const last = messages.findLast(({ sender_id, is_read }) => sender_id !== user_id && !is_read)
  useEffect(() => {
    if (!last || !isAtEnd) return
    const report = () => {
      if (!isAppVisible() || reportedId.current >= last.id) return
      const before = reportedId.current
      reportedId.current = last.id
      api('POST /chat/msg_read', { query: { msg_id: last.id } }).then(
        ({ room_id, last_read_id }) => {
          updateMessages(room_id, { event: 'read', data: { room_id, user_id, last_read_id } })
          void refreshRooms(user_id)
        },
        // The next message or the next opening of the chat reports it again.
        () => {
          reportedId.current = before
        },
      )
    }
    report()
    return onAppVisibility(report)
  }, [last, isAtEnd, user_id])
}
