import type { DeepLink } from '#contract/deep-links.ts'
import type { EndReason, ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { isKnownReason } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translate } from '#services/core/text/i18n.ts'
import { escapeHtml, say, withButton } from './format.ts'
import type { MessageKind, MessageKinds, Recipient } from './kinds.ts'
import { priceLine } from './price.ts'
import { findResponseNews, findRevisionNews } from './queries.ts'
import { findProposals } from './response-ends.ts'

type ResponseNews = NonNullable<Awaited<ReturnType<typeof findResponseNews>>>
type ResponseKind =
  | 'response_shown'
  | 'response_shortlisted'
  | 'response_declined'
  | 'response_released'
  | 'response_passed'

/** States of a listing in which somebody else was chosen; in all others it was closed without a choice. */
const chosenElse: ListingStatus[] = ['published', 'in_progress', 'completed']

const passings: Partial<Record<EndReason, string>> = {
  chosen_other: '.other',
  listing_completed: '.completed',
  listing_closed: '.closed',
  listing_deleted: '.deleted',
  not_renewed: '.not_renewed',
}

/** What became of a response that was passed over; older ones kept no reason. */
function passedOver({ end_reason, listing_status }: ResponseNews): string {
  const known = end_reason && passings[end_reason]
  return known ?? (chosenElse.includes(listing_status) ? '.other' : '.closed')
}

/** Open listings like the one that was missed, each as a link. */
async function proposals(ctx: Context, reader: Recipient, ids: number[] = []): Promise<string> {
  const open = await findProposals(ctx.db, ids)
  const [first] = open
  if (!first) return ''
  const lines = open.map((listing) => {
    const line = say(reader, 'digest.line', {
      title: listing.title,
      price: priceLine(reader.language, listing),
    })
    const address = escapeHtml(botLink(ctx.config, { page: listing.kind, id: listing.id }))
    return `• <a href="${address}">${line}</a>`
  })
  return ['\n', say(reader, `similar.${first.kind}`), ...lines].join('\n')
}

/** Words about a boost that was returned with the end of the response. */
function returnedBoost(reader: Recipient, { end_reason, boost_credited_at }: ResponseNews): string {
  return end_reason && boost_credited_at ? `\n\n${say(reader, 'boost_returned')}` : ''
}

function linkTo({ kind: page, listing_id: id }: Pick<ResponseNews, 'kind' | 'listing_id'>): DeepLink {
  return { page, id }
}

/** Where an end is told whole, also of a listing that nobody can open any more. */
const ends: ResponseKind[] = ['response_declined', 'response_released', 'response_passed']

/** A message to the sender of a response, told only while the response is in the state that it tells of. */
function aboutResponse<K extends ResponseKind>(
  kind: K,
  status: ResponseStatus,
  variant: (news: ResponseNews) => string = () => '',
): MessageKind<K> {
  return {
    async compose(ctx, { response_id, similar }: { response_id: number; similar?: number[] }, reader) {
      const news = await findResponseNews(ctx.db, response_id)
      if (news?.status !== status) return null
      const reason = news.decline_reason ? say(reader, `declined.${news.decline_reason}`) : ''
      const words = say(reader, `${kind}${variant(news)}`, { title: news.title, reason })
      const text = words + returnedBoost(reader, news) + (await proposals(ctx, reader, similar))
      if (!ends.includes(kind)) return withButton(ctx, reader, text, news.kind, linkTo(news))
      return withButton(ctx, reader, text, 'response', { page: 'responses', id: response_id })
    },
  }
}

const revisionRejected: MessageKind<'revision_rejected'> = {
  async compose(ctx, { revision_id }, reader) {
    const news = await findRevisionNews(ctx.db, revision_id)
    if (!news) return null
    const { title, reason } = news
    const why = isKnownReason(reason ?? '')
      ? translate(reader.language)(`bot.moderation.reason.${reason}`)
      : reason
    const text = say(reader, 'revision_rejected', { title, reason: why ?? '' })
    return withButton(ctx, reader, text, news.kind, linkTo(news))
  },
}

/** Messages about the outcome of responses, work and edits. */
export const responseMessages = {
  response_shown: aboutResponse('response_shown', 'shown'),
  response_shortlisted: aboutResponse('response_shortlisted', 'shortlisted'),
  response_declined: aboutResponse('response_declined', 'declined', ({ decline_reason }) =>
    decline_reason ? '.why' : '',
  ),
  response_released: aboutResponse('response_released', 'declined'),
  response_passed: aboutResponse('response_passed', 'not_chosen', passedOver),
  revision_rejected: revisionRejected,
} satisfies Partial<MessageKinds>
