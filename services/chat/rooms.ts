import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findRoomOf, type Pair } from './queries.ts'

type NewRoom = Pair & { opened_by: number }

/**
 * The room of two people about a listing or in general, made when there is none; two at once get the same one.
 * Checks no permission: that is the caller's task. @returns its id
 */
export async function openRoom(ctx: Context, tx: Tx, room: NewRoom): Promise<number> {
  const { kind, listing_id, user1_id, user2_id, opened_by } = room
  const created_at = ctx.now().toISOString()
  const made = await tx
    .insertInto('chat_rooms')
    .values({
      kind,
      listing_id,
      user_low: Math.min(user1_id, user2_id),
      user_high: Math.max(user1_id, user2_id),
      opened_by,
      created_at,
    })
    .onConflict((conflict) => conflict.columns(['user_low', 'user_high', 'kind', 'listing_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = made?.id ?? (await findRoomOf(tx, room))
  if (id === undefined) throw new AppError('internal')
  if (made)
    await tx
      .insertInto('chat_members')
      .values([user1_id, user2_id].map((user_id) => ({ room_id: id, user_id })))
      .execute()
  return id
}
