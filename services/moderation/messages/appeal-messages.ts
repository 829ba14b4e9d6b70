import type { InlineKeyboardButton } from 'grammy/types'
import { mayAppeal, mayResubmit } from '#services/moderation/appeals/appeals.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { openButton, supportButton, translateFor } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'

type RejectionMessage = MessageKind<'listing_rejected'>

export function appealButton(reader: Recipient, listing_id: number): InlineKeyboardButton {
  return { text: translateFor(reader, 'button.appeal'), callback_data: `v1:appeal:${listing_id}` }
}

/**
 * Adds a button to the message about a rejection, with which the author can appeal. There is no button if an appeal is
 * impossible.
 */
export function withAppealButton(kind: RejectionMessage): RejectionMessage {
  return {
    async compose(ctx, payload, reader) {
      const content = await kind.compose(ctx, payload, reader)
      const { listing_id: id } = payload
      if (!content || !(await mayAppeal(ctx.db, id))) return content
      return { ...content, keyboard: [...(content.keyboard ?? []), [appealButton(reader, id)]] }
    },
  }
}

/**
 * Message to an author about their appeal. It tells the result and whether another moderator decided, or that the
 * listing's placement expired before a decision.
 */
export const appealDecided: MessageKind<'moderation_appeal_decided'> = {
  async compose(ctx, { task_id }, reader) {
    const task = await ctx.db
      .selectFrom('moderation_tasks as task')
      .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
      .leftJoin('moderation_tasks as first', 'first.id', 'task.appeal_of')
      .select(['task.state', 'task.reason', 'task.decided_by', 'listing.id', 'listing.kind', 'listing.title'])
      .select([
        'listing.status',
        'listing.resubmissions',
        'first.decided_by as first_by',
        'first.subject as first_subject',
      ])
      .where('task.id', '=', task_id)
      .where('task.appealed', '=', true)
      .executeTakeFirst()
    if (!task) return null
    const { kind, id, title } = task
    const support = supportButton(ctx.config, reader)
    const opening = (words: string) =>
      openButton(ctx.config, translateFor(reader, `button.${words}`), { page: kind, id }, reader.is_private)
    if (task.state === 'returned')
      return {
        text: translateFor(reader, `moderation_appeal_decided.ended.${kind}`, { title }),
        keyboard: [[opening(kind), support]],
      }
    const isWon = task.state === 'approved'
    const from = task.first_subject === null || task.first_subject === 'listing' ? 'rejection' : 'takedown'
    const decider = translateFor(
      reader,
      `moderation_appeal_decided.${task.decided_by === task.first_by ? 'same' : 'other'}`,
    )
    const reason = reasonText(reader.language, task.reason).replace(/\.$/, '')
    const result = translateFor(
      reader,
      `moderation_appeal_decided.${isWon ? 'won' : 'lost'}.${from}.${kind}`,
      {
        title,
      },
    )
    const reasonLine = isWon ? [] : [translateFor(reader, 'moderation_consequence.reason', { reason })]
    const isRejected = task.status === 'rejected'
    const mending = isRejected && mayResubmit(task)
    const next =
      !isWon && isRejected
        ? [`\n\n${translateFor(reader, `moderation_appeal_decided.${mending ? 'fix' : 'over'}`)}`]
        : []
    const page = opening(mending ? 'fix' : kind)
    const row: InlineKeyboardButton[] = isWon ? [page] : [page, support]
    return { text: [result, decider, ...reasonLine].join(' ') + next.join(''), keyboard: [row] }
  },
}
