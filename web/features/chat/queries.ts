import { infiniteQueryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import type { Translate } from '#web/client/i18n-runtime.ts'
import { cachedForever, query } from '#web/client/query.ts'

export type Room = ReplyOf<'GET /chat/user_rooms/:id'>[number]
export type Message = ReplyOf<'GET /chat/room_msgs/:id'>[number]
export type Quote = NonNullable<Message['reply_to']>

/** The user's chats, latest message first. */
export const rooms = (user_id: number) => ({
  ...query('GET /chat/user_rooms/:id', { params: { id: user_id } }),
  ...cachedForever,
})

export const unread = () => query('GET /chat/unread')

/** Messages of a chat, latest page first. The cache never becomes stale, because the live stream updates it. */
export const messagesOf = (room_id: number) =>
  infiniteQueryOptions({
    queryKey: ['GET /chat/room_msgs/:id', room_id],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /chat/room_msgs/:id',
        {
          params: { id: room_id },
          query: { limit: limits.chat.page, ...(pageParam && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page: Message[]) => (page.length < limits.chat.page ? null : (page[0]?.id ?? null)),
    staleTime: Number.POSITIVE_INFINITY,
    ...cachedForever,
  })

/** Returns the subject of a chat in one line: the title of its listing, or a text for a personal chat. */
export function subjectOf({ listing }: Room, t: Translate): string {
  if (!listing) return t('chat.personal')
  return listing.kind === 'order' ? listing.title : t('chat.vacancy', { title: listing.title })
}
