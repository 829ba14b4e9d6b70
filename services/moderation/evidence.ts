import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import type { Media } from '#services/notifications/kinds.ts'
import { getAppealable } from './appeals.ts'
import { priorities } from './priority.ts'
import { findOpenQuestion } from './questions.ts'

/** What an author may tell the moderators of an own listing. */
export type Said = { kind: 'answer' | 'appeal'; listing_id: number; author_id: number }

/**
 * Whether the author may say it now, asked before anything of it is taken.
 * @returns names the question or the decision that it is about
 * @throws nothing_asked; of an appeal not_found, wrong_state, already_appealed
 */
export async function checkMaySay(db: Db, { kind, listing_id, author_id }: Said): Promise<string> {
  if (kind === 'appeal') {
    const { task_id } = await getAppealable(db, listing_id, author_id)
    return `appeal:${listing_id}:${task_id ?? 0}`
  }
  const question = await findOpenQuestion(db, listing_id, author_id)
  if (!question) throw new AppError('nothing_asked')
  return `answer:${question.id}`
}

type Evidence = { listing_id: number; author_id: number; message_id: number; media: Media }

/**
 * Passes a photo or a document to the moderators, under the card and behind every card that was paid for.
 * @param about what `checkMaySay` has returned
 * @param isMore a further part of an album: it goes only where the first part went
 * @returns false where there are as many as may be
 */
export async function passEvidence(
  ctx: Context,
  about: string,
  { message_id, ...evidence }: Evidence,
  isMore = false,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    // Two files of the same author are counted one after the other.
    await tx.selectFrom('listings').select('id').where('id', '=', evidence.listing_id).forUpdate().execute()
    const sent = await findSent(tx, about)
    if (sent.includes(message_id) || (isMore && sent.length === 0)) return true
    if (sent.length >= limits.moderation.evidence) return false
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_evidence',
      payload: { ...evidence, message_id },
      dedupe_key: keyOf(about, sent.length),
      priority: priorities.talk,
    })
    return true
  })
}

const keyOf = (about: string, place: number) => `moderation_evidence:${about}:${place}`

/** The author's messages that were passed on before. */
async function findSent(tx: Tx, about: string): Promise<(number | undefined)[]> {
  const keys = Array.from({ length: limits.moderation.evidence }, (_, place) => keyOf(about, place))
  const rows = await tx.selectFrom('deliveries').select('payload').where('dedupe_key', 'in', keys).execute()
  return rows.map(({ payload }) => (payload as { message_id?: number }).message_id)
}
