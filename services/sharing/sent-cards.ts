import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

export type SentCard = {
  inline_message_id: string
  listing_id: number
  language: Language
  is_open: boolean
}

/** Stores that a card was sent to a chat. Safe to repeat. */
export async function storeSentCard(ctx: Context, card: Omit<SentCard, 'is_open'>): Promise<void> {
  await sql`
    insert into shared_cards (inline_message_id, listing_id, language, created_at)
    select ${card.inline_message_id}, id, ${card.language}, ${ctx.now().toISOString()}
    from listings where id = ${card.listing_id}
    on conflict do nothing
  `.execute(ctx.db)
}

/**
 * Shared cards with an outdated text: the card tells that its listing takes responses but the listing is closed, or the
 * reverse.
 */
export async function staleCards(db: Db, limit: number): Promise<SentCard[]> {
  const { rows } = await sql<SentCard>`
    select card.inline_message_id, card.listing_id, card.language, listing.status = 'published' is_open
    from shared_cards card join listings listing on listing.id = card.listing_id
    where card.is_open <> (listing.status = 'published')
    order by card.inline_message_id limit ${limit}
  `.execute(db)
  return rows
}

export async function saveCardState(db: Db, { inline_message_id, is_open }: SentCard): Promise<void> {
  await db
    .updateTable('shared_cards')
    .set({ is_open })
    .where('inline_message_id', '=', inline_message_id)
    .execute()
}

/** Deletes the row of a shared card whose message was deleted. */
export async function deleteSentCard(db: Db, { inline_message_id }: SentCard): Promise<void> {
  await db.deleteFrom('shared_cards').where('inline_message_id', '=', inline_message_id).execute()
}
