import { z } from 'zod'
import { DealStory } from '#contract/calls/deals.ts'
import { AppError } from '#contract/errors.ts'
import { isSignedDocument, signDocument } from '#services/core/document-signature.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getOrderPage } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'

type Story = z.output<typeof DealStory>

/**
 * What was agreed, handed over and written by the caller in a deal, as this moment knows it, for its two sides alone.
 * Of the other side it says the name, the number here and since when it is here: neither contacts nor messages.
 * @throws not_found, wrong_state before anybody was chosen
 */
export async function tellDeal(ctx: UserContext, id: number): Promise<{ story: Story; signature: string }> {
  const { reply: order } = await getOrderPage(ctx.db, id, readerOf(ctx))
  if (!order.is_owner && !order.is_executor) throw new AppError('not_found')
  const { deal } = order
  if (!deal || !order.executor) throw new AppError('wrong_state', { status: order.status })
  const [client, executor] = await sidesOf(ctx, id, [order.author.id, order.executor.id])
  if (!client || !executor) throw new AppError('not_found')
  const story: Story = {
    order: { id, title: order.title, text: order.subtitle, status: order.status },
    client,
    executor,
    agreement: { price: deal.price, currency: deal.currency?.code ?? null, due_at: deal.due_at },
    moments: { chosen_at: deal.chosen_at, handed_in_at: deal.handed_in_at, accepted_at: deal.accepted_at },
    steps: deal.steps.map(({ kind, text, link, created_at, files }) => ({
      kind,
      text,
      link,
      created_at,
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

/** The two sides as they were called when the executor was chosen, and since when each is here. */
async function sidesOf({ db }: UserContext, listing_id: number, ids: number[]) {
  const rows = await db
    .selectFrom('users')
    .leftJoin('deal_names as named', (join) =>
      join.onRef('named.user_id', '=', 'users.id').on('named.listing_id', '=', listing_id),
    )
    .select(['users.id', 'users.created_at'])
    .select((eb) => eb.fn.coalesce('named.full_name', 'users.full_name').as('name'))
    .where('users.id', 'in', ids)
    .execute()
  return ids.map((id) => {
    const side = rows.find((row) => row.id === id)
    return { id, name: side?.name ?? '', since: side?.created_at.slice(0, 10) ?? null }
  })
}

const Kept = z.strictObject({
  story: z.record(z.string(), z.unknown()),
  signature: z.string().regex(/^[\da-f]{16}\.[\da-f]{128}$/),
})

/**
 * The story of a file that this server has told, word for word. A file in any other form than the saved one is none: of
 * a key that stands there twice a person reads the first and a program the last.
 */
export async function readGenuine(ctx: UserContext, text: string): Promise<Story | undefined> {
  const kept = Kept.safeParse(readCanonical(text)).data
  if (!kept || !(await isSignedDocument(ctx, JSON.stringify(kept.story), kept.signature))) return undefined
  const { client, executor, ...told } = kept.story
  return DealStory.safeParse({ ...told, client: sideOf(client), executor: sideOf(executor) }).data
}

function readCanonical(text: string): unknown {
  // Mail and editors end lines in their own way, and files with one more.
  const written = text.replaceAll('\r\n', '\n').trim()
  try {
    const read: unknown = JSON.parse(written)
    return [JSON.stringify(read, null, 2), JSON.stringify(read)].includes(written) ? read : undefined
  } catch {
    return undefined
  }
}

const sideOf = (told: unknown) => (typeof told === 'string' ? { id: null, name: told, since: null } : told)
