import { sql } from 'kysely'
import { reportedAuthor } from '#services/moderation/author/author.ts'
import { openButton, translateFor } from '#services/notifications/format.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'
import { isRemoved, isRequestRemoved } from './consequence-messages.ts'

/** Message to a person who complained. It tells the result of the complaint, without details about the other person. */
export const reportClosed: MessageKind<'moderation_report_closed'> = {
  async compose(ctx, { report_id }, reader) {
    const report = await ctx.db
      .selectFrom('reports as report')
      .leftJoin('listings as listing', (join) =>
        join.onRef('listing.id', '=', 'report.subject_id').on('report.subject_type', '=', 'listing'),
      )
      .leftJoin('user_services as service', (join) =>
        join.onRef('service.id', '=', 'report.subject_id').on('report.subject_type', '=', 'service'),
      )
      .select(['report.state', 'report.subject_type', 'report.reporter_id'])
      .select(['listing.id as listing_id', 'listing.kind', 'listing.status'])
      .select((eb) => eb.fn.coalesce('listing.title', 'service.name').as('title'))
      .select(['listing.hidden_reason', reportedAuthor.as('author_id'), isRemoved, isRequestRemoved])
      .select(sql<boolean>`coalesce(listing.audience = 'private', false)`.as('is_request'))
      .where('report.id', '=', report_id)
      .executeTakeFirst()
    if (!report || report.state === 'open') return null
    const { kind, title, listing_id, subject_type, author_id } = report
    const parameters = { title: title ?? '' }
    if (report.state === 'accepted') {
      const isDown = report.status === 'hidden' && report.hidden_reason === 'staff'
      const removed = report.is_removed ? `.${subject_type}` : ''
      const suffix = report.is_request_removed ? '.request' : isDown ? `.${kind}` : removed
      return { text: translateFor(reader, `moderation_report_closed.accepted${suffix}`, parameters) }
    }
    const isShown = !report.is_request && (report.status === 'published' || report.status === 'in_progress')
    const hide = { text: translateFor(reader, 'button.hide_author'), callback_data: `v1:hide:${report_id}` }
    const text = translateFor(
      reader,
      `moderation_report_closed.dismissed${isShown ? `.${kind}` : ''}`,
      parameters,
    )
    const open =
      isShown && kind && listing_id
        ? [
            [
              openButton(
                ctx.config,
                translateFor(reader, `button.${kind}`),
                { page: kind, id: listing_id },
                true,
              ),
            ],
          ]
        : []
    return { text, keyboard: [...(author_id ? [[hide]] : []), ...open] }
  },
}
