import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { DeliveryPayloads } from '#services/notifications/kinds.ts'

/** Messages about a deal that were already sent, as the deliveries keep them. */

/** Side of the deal that receives each kind of deal message. */
export const dealSides = {
  response_chosen: 'executor',
  work_returned: 'executor',
  work_due: 'executor',
  listing_completed: 'executor',
  work_handed_in: 'author',
  work_unanswered: 'author',
  work_accepted: 'author',
} as const
export type DealKind = keyof typeof dealSides
export const dealKinds = Object.keys(dealSides) as DealKind[]

export type DealPayload = Partial<
  DeliveryPayloads['work_handed_in'] & DeliveryPayloads['response_chosen']
> & {
  /** Stars that the reader has chosen so far for a review in this message: one digit per axis, such as 53. */
  given?: string
}

/** A message about a deal that was already sent. */
export type DealMessage = { kind: DealKind; payload: DealPayload; user_id: number; message_id: number }

export function selectDealMessages(db: Db) {
  return db
    .selectFrom('deliveries')
    .select(['kind', 'payload', 'user_id', 'message_id'])
    .where('state', '=', 'sent')
    .where('kind', 'in', dealKinds)
    .$castTo<DealMessage>()
}

export function findDealMessage(
  db: Db,
  user_id: number,
  message_id: number,
): Promise<DealMessage | undefined> {
  return selectDealMessages(db)
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst()
}

/** Stores the stars that the reader has chosen so far, so that every redraw of the message shows them. */
export async function noteStars(
  db: Db,
  { user_id, message_id }: Pick<DealMessage, 'user_id' | 'message_id'>,
  chosenStars: string | undefined,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      payload:
        chosenStars === undefined
          ? sql`payload - 'given'`
          : sql`payload || jsonb_build_object('given', ${chosenStars}::text)`,
    })
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('kind', 'in', dealKinds)
    .execute()
}
