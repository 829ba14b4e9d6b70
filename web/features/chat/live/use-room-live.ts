import { useEffect } from 'react'
import { queryClient } from '#web/client/query.ts'
import { updateMessages } from '#web/features/chat/messages/message-cache.ts'
import { inOrder } from '#web/features/chat/messages/message-pages.ts'
import { dropDelivered } from '#web/features/chat/messages/outbox.ts'
import { messagesOf } from '#web/features/chat/queries.ts'
import { followRoom } from './stream.ts'
import { applyTypingEvent } from './typing.ts'

/** Keeps the cached messages of an open chat in sync with the server, once the first page is loaded. */
export function useChatStream(user_id: number, room_id: number, isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return
    const { queryKey } = messagesOf(room_id)
    return followRoom({
      user_id,
      room_id,
      lastId: () => inOrder(queryClient.getQueryData(queryKey)).at(-1)?.id ?? 0,
      onEvent: (event) => {
        applyTypingEvent(room_id, event, user_id)
        dropDelivered({ room_id, sender_id: user_id }, event)
        updateMessages(room_id, event)
      },
      onFailing: () => void queryClient.invalidateQueries({ queryKey }),
    })
  }, [user_id, room_id, isLoaded])
}
