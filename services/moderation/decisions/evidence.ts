import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { getAppealable } from '#services/moderation/appeals/appeals.ts'
import { answerKey, findOpenQuestion } from '#services/moderation/appeals/questions.ts'
import { priorities } from '#services/moderation/queue/priority.ts'
import type { Media } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/** A text that an author sends to the moderators about their own listing: the answer to a question, or an appeal. */
export type AuthorStatement = { kind: 'answer' | 'appeal'; listing_id: number; author_id: number }

/**
 * Checks that the author may send an answer or an appeal now.
 * @returns key that names the moderators' question or the appealed decision
 * @throws nothing_asked; for an appeal not_found, wrong_state, already_appealed
 */
export async function checkMayWrite(
  db: Db,
  { kind, listing_id, author_id }: AuthorStatement,
): Promise<string> {
  if (kind === 'appeal') {
    const { task_id } = await getAppealable(db, listing_id, author_id)
    return `appeal:${listing_id}:${task_id ?? 0}`
  }
  const question = await findOpenQuestion(db, listing_id, author_id)
  if (!question) throw new AppError('nothing_asked')
  return answerKey(question.id)
}

type Evidence = { listing_id: number; author_id: number; message_id: number; media: Media }

/**
 * Forwards an author's photo or document to the moderators' chat, as a reply to the review card. Paid submissions are
 * sent before it.
 * @param evidenceKey key from `checkMayWrite`
 * @param isMore true for a later part of an album; the part is skipped unless an earlier part was forwarded
 * @returns false when the limit of files is reached
 */
export async function forwardEvidence(
  ctx: Context,
  evidenceKey: string,
  { message_id, ...evidence }: Evidence,
  isMore: boolean,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes files that arrive at the same time wait for each other, so that all are counted against the limit.
    await tx.selectFrom('listings').select('id').where('id', '=', evidence.listing_id).forUpdate().execute()
    const sentIds = await findSent(tx, evidenceKey)
    if (sentIds.includes(message_id) || (isMore && sentIds.length === 0)) return true
    if (sentIds.length >= limits.moderation.evidence) return false
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_evidence',
      payload: { ...evidence, message_id },
      dedupe_key: keyOf(evidenceKey, sentIds.length),
      priority: priorities.talk,
    })
    return true
  })
}

const keyOf = (evidenceKey: string, place: number) => `moderation_evidence:${evidenceKey}:${place}`

/** Returns the ids of the author's Telegram messages that were already forwarded. */
async function findSent(tx: Tx, evidenceKey: string): Promise<(number | undefined)[]> {
  const keys = Array.from({ length: limits.moderation.evidence }, (_, place) => keyOf(evidenceKey, place))
  const rows = await tx.selectFrom('deliveries').select('payload').where('dedupe_key', 'in', keys).execute()
  return rows.map(({ payload }) => (payload as { message_id?: number }).message_id)
}
