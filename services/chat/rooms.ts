import type { z } from 'zod'
import type { NewRoom } from '#contract/calls/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { ResponseStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { RoomKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { findRoomOf, getRoom, type Pair, type RoomReply } from './room-queries.ts'

type RoomOpening = Pair & { opened_by: number }

/**
 * Finds or creates the chat of two people about a listing or in general. Two simultaneous calls get the same chat. The
 * caller has to check permissions.
 * @returns id of the chat
 */
export async function openRoom(ctx: Context, tx: Tx, room: RoomOpening): Promise<number> {
  const { kind, listing_id, user1_id, user2_id, opened_by } = room
  const created_at = ctx.now().toISOString()
  const created = await tx
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
  const id = created?.id ?? (await findRoomOf(tx, room))
  if (id === undefined) throw new AppError('internal')
  if (created)
    await tx
      .insertInto('chat_members')
      .values([user1_id, user2_id].map((user_id) => ({ room_id: id, user_id })))
      .execute()
  return id
}

type RoomRequest = z.output<typeof NewRoom>

/**
 * A person who responded may open the chat after the author has seen the response, unless the author has declined it.
 */
const openingStatuses: ResponseStatus[] = ['shown', 'shortlisted', 'chosen']
const dayMs = 24 * 60 * 60_000

function refuse(path: string, message: string): never {
  throw new AppError('invalid_input', { fields: [{ path, message }] })
}

/**
 * Returns the kind of the requested chat. A flag in the request decides; without a flag, the kind follows from the
 * listing whose id the request has.
 */
function kindOf({ project_id, vacancy_id, ...flags }: RoomRequest): RoomKind {
  const flagged = (['project', 'vacancy', 'other'] as const).filter((kind) => flags[`${kind}_chat`])
  const named = [...(project_id ? ['project' as const] : []), ...(vacancy_id ? ['vacancy' as const] : [])]
  const [kind, second] = flagged.length > 0 ? flagged : named
  if (!kind || second) refuse('other_chat', 'exactly one of project_chat, vacancy_chat, other_chat')
  return kind
}

function pairOf(request: RoomRequest): Pair {
  const { user1_id, user2_id } = request
  const kind = kindOf(request)
  if (user1_id === user2_id) refuse('user2_id', 'another person')
  if (kind === 'other') return { kind, listing_id: null, user1_id, user2_id }
  const listing_id = request[`${kind}_id`]
  return { kind, listing_id: listing_id ?? refuse(`${kind}_id`, 'required'), user1_id, user2_id }
}

async function checkOtherPerson(db: Db, viewer_id: number, other_id: number): Promise<void> {
  const other = await db.selectFrom('users').select('status').where('id', '=', other_id).executeTakeFirst()
  if (other?.status !== 'active') throw new AppError('not_found')
  const block = await findBlock(db, viewer_id, other_id)
  if (block) throw new AppError(block === 'own' ? 'blocked_pair' : 'not_found')
}

/** Only people with a confirmed phone may open chats with strangers, and only a few per day. */
async function checkMayWriteToStranger(ctx: ActorContext, tx: Tx): Promise<void> {
  const viewer = await tx
    .selectFrom('users')
    .select('is_verified')
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (!viewer?.is_verified) throw new AppError('verification_required')
  const since = new Date(ctx.now().getTime() - dayMs).toISOString()
  const { opened } = await tx
    .selectFrom('chat_rooms')
    .select((eb) => eb.fn.countAll<number>().as('opened'))
    .where('opened_by', '=', ctx.viewer.id)
    .where('kind', '=', 'other')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  const departedCount = await countDeparted(tx, ctx.viewer.id, 'rooms', since)
  if (opened + departedCount >= limits.chat.newPerDay)
    throw new AppError('too_many_chats', { limit: limits.chat.newPerDay })
}

async function findResponse(db: Db, listing_id: number, user_id: number) {
  return db
    .selectFrom('responses')
    .select('status')
    .where('listing_id', '=', listing_id)
    .where('user_id', '=', user_id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
}

/** Checks that a chat about a listing is between its author and a person who responded to it or works on it. */
async function checkSides(ctx: ActorContext, tx: Tx, pair: Pair, other_id: number): Promise<void> {
  const id = pair.listing_id ?? 0
  const kind = pair.kind === 'project' ? 'order' : 'vacancy'
  const { author_id, executor_id } = await getVisibleFacts(tx, id, ctx.viewer.id, kind)
  if (author_id === ctx.viewer.id) {
    if (executor_id !== other_id && !(await findResponse(tx, id, other_id))) throw new AppError('not_found')
    return
  }
  if (author_id !== other_id) throw new AppError('not_owner')
  if (executor_id === ctx.viewer.id) return
  const response = await findResponse(tx, id, ctx.viewer.id)
  if (!response) throw new AppError('not_owner')
  if (!openingStatuses.includes(response.status))
    throw new AppError('chat_not_open', { status: response.status })
}

/**
 * Finds the caller's chat with another person, or creates it if the rules allow it.
 * @throws invalid_input, not_owner, not_found, blocked_pair, verification_required, chat_not_open, too_many_chats
 */
export async function createRoom(ctx: UserContext, request: RoomRequest): Promise<RoomReply> {
  return getRoom(ctx, await findOrCreateRoom(ctx, pairOf(request)))
}

/** Finds or creates the chat of two people by the rules of `createRoom`. @returns id of the chat */
export async function findOrCreateRoom(ctx: ActorContext, pair: Pair): Promise<number> {
  const { id: viewer_id } = ctx.viewer
  const { user1_id, user2_id, kind } = pair
  if (viewer_id !== user1_id && viewer_id !== user2_id) throw new AppError('not_owner')
  const other_id = user1_id + user2_id - viewer_id
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes simultaneous calls of one person run one after another. So the daily limit of new chats holds, and
    // the second call of a double tap finds the chat of the first call.
    await tx.selectFrom('users').select('id').where('id', '=', viewer_id).forNoKeyUpdate().execute()
    const existing = await findRoomOf(tx, pair)
    if (existing !== undefined) return existing
    if (kind !== 'other') await checkSides(ctx, tx, pair, other_id)
    await checkOtherPerson(tx, viewer_id, other_id)
    if (kind === 'other') await checkMayWriteToStranger(ctx, tx)
    return openRoom(ctx, tx, { ...pair, opened_by: viewer_id })
  })
}
