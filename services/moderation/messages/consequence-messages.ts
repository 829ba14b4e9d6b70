import type { InlineKeyboardButton } from 'grammy/types'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { mayAppeal } from '#services/moderation/appeals/appeals.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { countWarnings, warningLimits } from '#services/moderation/decisions/warnings.ts'
import { openButton, supportButton, translateFor } from '#services/notifications/format.ts'
import type { MessageKind, Recipient } from '#services/notifications/kinds.ts'
import { appealButton } from './appeal-messages.ts'

/** SQL column that is true for a private order that staff has ended. The query needs the alias `listing`. */
export const isRequestRemoved = sql<boolean>`exists (
  select from service_requests where listing_id = listing.id and end_reason = 'removed')`.as(
  'is_request_removed',
)

/**
 * SQL column that is true if the reported item is removed: a message, review, response or service. The query needs the
 * alias `report`.
 */
export const isRemoved = sql<boolean>`coalesce(case report.subject_type
  when 'message' then (select deleted_at is not null from chat_messages where id = report.subject_id)
  when 'review' then (select removed_at is not null from reviews where id = report.subject_id)
  when 'response' then (select status = 'withdrawn' from responses where id = report.subject_id)
  when 'service' then (select takedown_reason is not null from user_services where id = report.subject_id)
  end, false)`.as('is_removed')

/**
 * Reads the state of the item that a decision is about. It runs when the message is sent, so that the message describes
 * the present state.
 */
async function findOutcome(db: Db, task_id: number) {
  return db
    .selectFrom('moderation_tasks as task')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .leftJoin('responses as response', (join) =>
      join.onRef('response.id', '=', 'report.subject_id').on('report.subject_type', '=', 'response'),
    )
    .leftJoin('listings as listing', (join) =>
      join.on((eb) => eb('listing.id', '=', eb.fn.coalesce('task.listing_id', 'response.listing_id'))),
    )
    .leftJoin('user_services as service', (join) =>
      join.onRef('service.id', '=', 'report.subject_id').on('report.subject_type', '=', 'service'),
    )
    .leftJoin('warnings as warning', 'warning.task_id', 'task.id')
    .select(['task.reason', 'task.consequence', 'task.listing_id', 'report.subject_type'])
    .select('service.id as service_id')
    .select((eb) => eb.fn.coalesce('listing.title', 'service.name').as('title'))
    .select(['listing.kind', 'listing.status', 'listing.hidden_reason'])
    .select(['warning.user_id as warned_id', 'warning.reason as words'])
    .select([
      isRequestRemoved,
      isRemoved,
      sql<number>`(select count(*)::int from reports where task_id = task.id)`.as('complaints'),
    ])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
}

type Outcome = NonNullable<Awaited<ReturnType<typeof findOutcome>>>

/**
 * First sentence of the message about a consequence. It names the removed item, or the work that continues although the
 * listing broke the rules. Null if neither applies.
 */
function firstSentence(reader: Recipient, { listing_id, kind, title, ...outcome }: Outcome): string | null {
  const { status, hidden_reason, subject_type } = outcome
  const parameters = { title: title ?? '' }
  if (listing_id) {
    if (outcome.is_request_removed) return translateFor(reader, 'moderation_consequence.request', parameters)
    if (status === 'hidden' && hidden_reason === 'staff')
      return translateFor(reader, `moderation_consequence.listing.${kind}`, parameters)
    return status === 'in_progress'
      ? translateFor(reader, `moderation_consequence.work.${kind}`, parameters)
      : null
  }
  // The pictures of a profile leave no trace, so the decision itself tells that they are removed.
  const isGone = outcome.is_removed || (subject_type === 'user' && outcome.consequence === 'remove')
  return isGone ? translateFor(reader, `moderation_consequence.${subject_type}`, parameters) : null
}

/** Message to the author of an item that broke the rules. It tells the consequence, the reason and the next steps. */
export const consequence: MessageKind<'moderation_consequence'> = {
  async compose(ctx, { task_id }, reader) {
    const outcome = await findOutcome(ctx.db, task_id)
    if (!outcome) return null
    const { listing_id, service_id, words, complaints, warned_id } = outcome
    const first = firstSentence(reader, outcome)
    if (!first && !warned_id) return null
    const reason = words ?? reasonText(reader.language, outcome.reason)
    const reasonLine = translateFor(reader, 'moderation_consequence.reason', {
      reason: reason.replace(/\.$/, ''),
    })
    const count =
      complaints > 1
        ? translateFor(reader, 'moderation_consequence.complaints', { count: String(complaints) })
        : ''
    const text = [
      first ?? translateFor(reader, 'moderation_consequence.nothing'),
      [reasonLine, count].filter(Boolean).join(' '),
      ...(warned_id ? [await warningLine(ctx, reader, warned_id)] : []),
    ].join('\n\n')
    const isOpen = listing_id !== null && (await mayAppeal(ctx.db, listing_id))
    const keyboard = [
      [
        ...(isOpen ? [appealButton(reader, listing_id)] : []),
        ...(service_id === null ? [] : [openService(ctx, reader, service_id)]),
        rules(ctx, reader),
      ],
      [supportButton(ctx.config, reader)],
    ]
    return { text, keyboard }
  },
}

/**
 * Line about the number of the person's warnings. It never announces a block, because no number of warnings leads to an
 * automatic block.
 */
async function warningLine(ctx: Context, reader: Recipient, user_id: number): Promise<string> {
  const isLast = (await countWarnings(ctx, ctx.db, user_id)) >= warningLimits.count
  return translateFor(reader, `moderation_warning.${isLast ? 'again' : 'first'}`)
}

function rules(ctx: Context, reader: Recipient): InlineKeyboardButton {
  return openButton(ctx.config, translateFor(reader, 'button.rules'), { page: 'faq' }, reader.is_private)
}

function openService(ctx: Context, reader: Recipient, id: number): InlineKeyboardButton {
  const label = translateFor(reader, 'button.service')
  return openButton(ctx.config, label, { page: 'service', id }, reader.is_private)
}

/** Message about a warning that staff gave outside of a complaint or a submission. */
export const warning: MessageKind<'moderation_warning'> = {
  async compose(ctx, { warning_id }, reader) {
    const given = await ctx.db
      .selectFrom('warnings')
      .select(['user_id', 'reason'])
      .where('id', '=', warning_id)
      .executeTakeFirst()
    if (!given) return null
    const reason = given.reason.replace(/\.$/, '')
    const text = [
      translateFor(reader, 'moderation_consequence.nothing'),
      translateFor(reader, 'moderation_consequence.reason', { reason }),
      await warningLine(ctx, reader, given.user_id),
    ].join('\n\n')
    return { text, keyboard: [[rules(ctx, reader), supportButton(ctx.config, reader)]] }
  },
}

/** Message to the owner of a service that the staff put back. It goes only while the service is up. */
export const serviceRestored: MessageKind<'moderation_service_restored'> = {
  async compose(ctx, { service_id }, reader) {
    const service = await ctx.db
      .selectFrom('user_services')
      .select('name')
      .where('id', '=', service_id)
      .where('takedown_reason', 'is', null)
      .executeTakeFirst()
    if (!service) return null
    const text = translateFor(reader, 'moderation_service_restored', { title: service.name })
    return { text, keyboard: [[openService(ctx, reader, service_id)]] }
  },
}
