import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { SupportClosing } from '#contract/states.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { checkModerator } from '#services/moderation/queue/tasks.ts'
import type { Media } from '#services/notifications/kinds.ts'
import { queueAnswer, queueCard, queueNews, queueQuestion, queueTold } from './deliveries.ts'
import { remindOfStrayed } from './delivery-status.ts'
import { lockCase, mayOpen } from './lock-case.ts'
import { isAbovePace, passHeld } from './rate-limit.ts'
import { fitsOnCard } from './text.ts'

/** What was written to the bot, and where. */
export type Written = {
  chat_id: number
  message_id: number
  content: string
  media?: Media | undefined
  album?: string | undefined
}

/**
 * Takes what a person says to the support: into the case that is open, else into the last one, which opens again, else
 * into a new one. What comes twice is taken once.
 * @returns the number of the message
 */
export async function hearPerson(ctx: Context, user_id: number, written: Written): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    // Messages of one person are taken one after another.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const before = await findWritten(tx, written)
    if (before) return before.id
    const { case_id, isNew, isFirst } = await openCase(ctx, tx, user_id)
    const is_held = await isAbovePace(tx, case_id)
    const id = await keep(ctx, tx, { case_id, side: 'person', author_id: user_id, is_held }, written)
    const now = ctx.now()
    const remind_at = new Date(now.getTime() + limits.support.remindMs).toISOString()
    await tx
      .updateTable('support_cases')
      .set((eb) => ({
        last_side: 'person',
        last_at: now.toISOString(),
        // A second question does not put off the reminder of the first.
        remind_at: eb
          .case()
          .when('last_side', '=', 'person')
          .then(eb.fn.coalesce('remind_at', eb.val(remind_at)))
          .else(remind_at)
          .end(),
      }))
      .where('id', '=', case_id)
      .execute()
    const question = { case_id, ...written, message_id: id }
    const isOnCard = isFirst && fitsOnCard(written)
    if (isNew || is_held) await queueCard(ctx, tx, case_id, `${id}`, isOnCard ? id : null)
    // It is with its case, and the person need not know how much of it is read at once.
    if (is_held) await queueTold(ctx, tx, { case_id, message_id: id, about: isNew ? 'passed' : 'added' })
    else if (!isOnCard) await queueQuestion(ctx, tx, { ...question, isNew })
    return id
  })
}

/**
 * Passes an answer of the staff to the person, and opens the case again when it was closed and no newer one is open.
 * `staff_id` is null of an administrator of the operators' group who wrote in its name: the group vouches for them.
 * @returns the number of the message
 * @throws forbidden, not_found
 */
export async function answerPerson(
  ctx: Context,
  { case_id, staff_id }: { case_id: number; staff_id: number | null },
  written: Written,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    if (staff_id !== null) await checkModerator(ctx, tx, staff_id)
    const found = await lockCase(tx, case_id)
    const before = await findWritten(tx, written)
    if (before) return before.id
    const id = await keep(ctx, tx, { case_id, side: 'staff', author_id: staff_id }, written)
    const isOpening = found.state === 'closed' && (await mayOpen(tx, case_id, found.user_id))
    const isChanged = isOpening || (found.staff_id === null && staff_id !== null)
    await tx
      .updateTable('support_cases')
      .set({
        ...(isOpening && { state: 'open', closed_at: null, closed_by: null }),
        remind_at: remindOfStrayed,
        ...{ staff_id: found.staff_id ?? staff_id, last_side: 'staff', last_at: ctx.now().toISOString() },
      })
      .where('id', '=', case_id)
      .execute()
    if (isChanged) await queueCard(ctx, tx, case_id, `${id}`)
    await queueAnswer(ctx, tx, { ...written, case_id, user_id: found.user_id, message_id: id })
    await passHeld(ctx, tx, case_id)
    return id
  })
}

/** Somebody of the staff answers from now on; the person reads who. @throws forbidden, not_found, wrong_state when it is closed */
export async function takeCase(ctx: Context, case_id: number, staff_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, staff_id)
    const found = await lockCase(tx, case_id)
    if (found.state === 'closed') throw new AppError('wrong_state')
    if (found.staff_id === staff_id) return
    await tx.updateTable('support_cases').set({ staff_id }).where('id', '=', case_id).execute()
    const moment = ctx.now().toISOString()
    await queueCard(ctx, tx, case_id, `taken:${staff_id}:${moment}`)
    await queueNews(ctx, tx, { case_id, user_id: found.user_id, about: 'taken' }, moment)
  })
}

/**
 * Ends a case: by the staff, by the person whose it is, or because nobody wrote any more. Ended once more, nothing
 * changes.
 * @throws forbidden, not_found for a case of others
 */
export async function closeCase(
  ctx: Context,
  case_id: number,
  { by, actor_id }: { by: SupportClosing; actor_id: number | null },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (by === 'staff') await checkModerator(ctx, tx, actor_id ?? 0)
    const { state, user_id } = await lockCase(tx, case_id)
    if (by === 'person' && user_id !== actor_id) throw new AppError('not_found')
    if (state === 'closed') return
    const moment = ctx.now().toISOString()
    await tx
      .updateTable('support_cases')
      .set({
        state: 'closed',
        closed_by: by,
        closed_at: moment,
        remind_at: remindOfStrayed,
      })
      .where('id', '=', case_id)
      .execute()
    if (by === 'staff')
      await writeAudit(ctx, tx, {
        actor_id,
        action: 'support.closed',
        subject: { type: 'user', id: user_id },
        after: { case_id },
      })
    await queueCard(ctx, tx, case_id, `closed:${moment}`)
    if (by !== 'person') await queueNews(ctx, tx, { case_id, user_id, about: `closed_${by}` }, moment)
  })
}

type Opened = { case_id: number; isNew: boolean; isFirst: boolean }

async function openCase(ctx: Context, tx: Tx, user_id: number): Promise<Opened> {
  const last = await findLastCase(ctx, tx, user_id)
  if (last?.state === 'open') return { case_id: last.id, isNew: false, isFirst: false }
  const now = ctx.now().toISOString()
  if (last) {
    await tx
      .updateTable('support_cases')
      .set({ state: 'open', closed_at: null, closed_by: null })
      .where('id', '=', last.id)
      .execute()
    return { case_id: last.id, isNew: true, isFirst: false }
  }
  const { id } = await tx
    .insertInto('support_cases')
    .values({ user_id, opened_at: now, last_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { case_id: id, isNew: true, isFirst: true }
}

/** The case into which the person's next message goes: an open one, or one that was closed lately. */
export function findLastCase(ctx: Context, db: Tx | Context['db'], user_id: number) {
  const lately = new Date(ctx.now().getTime() - limits.support.reopenMs).toISOString()
  return db
    .selectFrom('support_cases')
    .select(['id', 'state'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('closed_at', '>', lately)]))
    .orderBy('state', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function findWritten(tx: Tx, { chat_id, message_id }: Written) {
  return tx
    .selectFrom('support_messages')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst()
}

type Whose = {
  case_id: number
  side: 'person' | 'staff'
  author_id: number | null
  is_held?: boolean
}

async function keep(
  ctx: Context,
  tx: Tx,
  whose: Whose,
  { media, album, ...written }: Written,
): Promise<number> {
  const { id } = await tx
    .insertInto('support_messages')
    .values({
      ...whose,
      ...written,
      media: media ? JSON.stringify(media) : null,
      album: album ?? null,
      said_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
