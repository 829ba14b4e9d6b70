import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { getAppealable } from '#services/moderation/appeals/appeals.ts'
import { answerKey, findOpenQuestion } from '#services/moderation/appeals/questions.ts'
import { priorities } from '#services/moderation/queue/priority.ts'
import type { Media } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/** A message to the moderators that an author writes about their own listing: an answer or an appeal. */
export type AuthorStatement = { kind: 'answer' | 'appeal'; listing_id: number; author_id: number }

/**
 * Checks that the author may answer or appeal now, before their message is read.
 * @returns key that names the question or the appealed decision
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
 * Forwards an author's photo or document to the moderators, below the review card. It waits until all paid submissions
 * are sent.
 * @param evidenceKey key from `checkMayWrite`
 * @param isMore true for a later part of an album: it is skipped unless an earlier part was forwarded
 * @returns false when the limit of files is reached
 */
export async function forwardEvidence(
  ctx: Context,
  evidenceKey: string,
  { message_id, ...evidence }: Evidence,
  isMore = false,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    // This lock makes messages that arrive at the same time count correctly against the limit of files.
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
