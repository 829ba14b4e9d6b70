import type { z } from 'zod'
import type { DealStory } from '#contract/calls/deals.ts'
import { AppError } from '#contract/errors.ts'
import { isSignedDocument, signDocument } from '#services/core/document-signature.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readerOf } from '#services/listings/projections.ts'
import { getOrderPage } from '#services/listings/queries.ts'

type Story = z.output<typeof DealStory>

/**
 * What was agreed, handed over and written by the caller in a deal, as this moment knows it, for its two sides alone.
 * Of the other side it says the name: neither contacts nor messages.
 * @throws not_found, wrong_state before anybody was chosen
 */
export async function tellDeal(ctx: UserContext, id: number): Promise<{ story: Story; signature: string }> {
  const { reply: order } = await getOrderPage(ctx.db, id, readerOf(ctx))
  if (!order.is_owner && !order.is_executor) throw new AppError('not_found')
  const { deal, executor } = order
  if (!deal || !executor) throw new AppError('wrong_state', { status: order.status })
  const story: Story = {
    order: { id, title: order.title, text: order.subtitle, status: order.status },
    client: order.author.full_name,
    executor: executor.full_name,
    agreement: { price: deal.price, currency: deal.currency?.code ?? null, due_at: deal.due_at },
    moments: { chosen_at: deal.chosen_at, handed_in_at: deal.handed_in_at, accepted_at: deal.accepted_at },
    steps: deal.steps.map(({ kind, text, link, created_at, files }) => ({
      ...{ kind, text, link, created_at },
      files: files.map(({ name, size }) => ({ name, size })),
    })),
    own_messages: await ownMessages(ctx, id),
    told_to: order.is_owner ? 'client' : 'executor',
    told_at: ctx.now().toISOString(),
  }
  return { story, signature: await signDocument(ctx, JSON.stringify(story)) }
}

async function ownMessages({ db, viewer }: UserContext, listing_id: number): Promise<Story['own_messages']> {
  const rows = await db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
    .select(['message.content as text', 'message.created_at as at'])
    .where('room.listing_id', '=', listing_id)
    .where('message.sender_id', '=', viewer.id)
    .where('message.deleted_at', 'is', null)
    .orderBy('message.id')
    .execute()
  return rows.map(({ text, at }) => ({ text: text ?? '', at }))
}

/** Whether a story is one that this server has told, word for word. */
export function isGenuine(ctx: UserContext, story: object, signature: string): Promise<boolean> {
  return isSignedDocument(ctx, JSON.stringify(story), signature)
}
