import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Outgoing, SentMessage } from '#services/notifications/kinds.ts'

/**
 * Content of each private message of the bot, as a hash in the deliveries that sent or edited it. An edit that would
 * draw the same again is not sent. A missing hash means that the content is not known, so the edit is sent.
 */

export function hashOf({ text, keyboard = [] }: Pick<Outgoing, 'text' | 'keyboard'>): string {
  return createHash('md5')
    .update(JSON.stringify([text, keyboard]))
    .digest('hex')
}

/** SQL for the payload of a delivery that has just shown something. */
export const payloadWith = (drawn: string | null): RawBuilder<string> =>
  sql<string>`payload || jsonb_build_object('drawn', ${drawn}::text)`

/** Stores the hash of what a message shows; null if it is not known. */
export async function noteDrawn(
  db: Db,
  { chat_id, message_id }: SentMessage,
  drawn: string | null,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ payload: payloadWith(drawn) })
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .where('state', '=', 'sent')
    .execute()
}

/** True if a message is known to show this content. */
export async function isDrawn(
  db: Db,
  { chat_id, message_id }: SentMessage,
  content: Pick<Outgoing, 'text' | 'keyboard'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .where('state', '=', 'sent')
    .where(sql<boolean>`payload ->> 'drawn' = ${hashOf(content)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
