import { queryClient } from '#web/client/query.ts'
import { applyEvent, type ChatEvent } from './letters.ts'
import { messagesOf, rooms, unread } from './queries.ts'

/** Tells the letters at hand what happened in their room. */
export function tellLetters(room_id: number, event: ChatEvent): void {
  queryClient.setQueryData(messagesOf(room_id).queryKey, (data) => data && applyEvent(data, event))
}

/** The list of rooms and the menu's number are asked for anew. */
export async function refreshRooms(user_id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: rooms(user_id).queryKey }),
    queryClient.invalidateQueries({ queryKey: unread().queryKey }),
  ])
}
