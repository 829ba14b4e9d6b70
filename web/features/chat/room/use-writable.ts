import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Outgoing } from '#web/features/chat/messages/outbox.ts'
import type { Message, Room } from '#web/features/chat/queries.ts'
import { blocks, unblock } from '#web/features/relations/blocks.ts'

export type ClosedReason = { text: string; action?: { label: string; run: () => void } }

/** Number of messages that a stranger may still send before the first answer. `null` if there is no such limit. */
function countMessagesLeft(room: Room, user_id: number, messages: Message[]): number | null {
  const isAnswered = messages.some(({ sender_id }) => sender_id !== user_id)
  if (isAnswered || room.listing?.executor_id || messages.length >= limits.chat.page) return null
  return Math.max(0, limits.chat.inARow - messages.length)
}

/** Tells whether the user can write in the chat, with the reason if not. The server enforces the same rules. */
export function useCanWrite(room: Room, user_id: number, messages: Message[], outgoing: Outgoing[]) {
  const { t } = useTranslation()
  const blocked = useQuery(blocks())
  const isBlocked = blocked.data?.some(({ id }) => id === room.other.id)
  const isRefused = outgoing.some(({ failure }) => failure === 'blocked_pair')
  const messagesLeft = countMessagesLeft(room, user_id, messages)

  const findClosedReason = (): ClosedReason | null => {
    if (room.is_read_only) return { text: t('errors.room_read_only') }
    if (isBlocked)
      return {
        text: t('chat.blocked'),
        action: { label: t('more.unblock'), run: () => void unblock(room.other) },
      }
    if (isRefused) return { text: t('errors.blocked_pair') }
    if (messagesLeft === 0) return { text: t('errors.in_a_row_limit') }
    return null
  }
  return {
    closed: findClosedReason(),
    hint: messagesLeft === null ? null : t('chat.left', { count: messagesLeft }),
  }
}
