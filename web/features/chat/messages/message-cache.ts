import { queryClient } from '#web/client/query.ts'
import { messagesOf, rooms, unread } from '#web/features/chat/queries.ts'
import { applyEvent, type ChatEvent } from './message-pages.ts'

/** Applies an event of the live stream to the cached messages of its chat. */
export function updateMessages(room_id: number, event: ChatEvent): void {
  queryClient.setQueryData(messagesOf(room_id).queryKey, (data) => data && applyEvent(data, event))
}

/** Loads the list of chats and the count of unread messages again. */
export async function refreshRooms(user_id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: rooms(user_id).queryKey }),
    queryClient.invalidateQueries({ queryKey: unread().queryKey }),
  ])
}
