import type { DeepLink } from '#contract/deep-links.ts'
import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { isKnownReason } from '#contract/rejection.ts'
import { translate } from '#services/core/i18n.ts'
import { say, withButton } from './format.ts'
import type { MessageKind, MessageKinds, Recipient } from './kinds.ts'
import { findListingNews, findResponseNews, findRevisionNews } from './queries.ts'

type ResponseNews = NonNullable<Awaited<ReturnType<typeof findResponseNews>>>
type ResponseKind =
  | 'response_shown'
  | 'response_shortlisted'
  | 'response_chosen'
  | 'response_declined'
  | 'response_released'
  | 'response_passed'

/** States of a listing in which somebody else was chosen; in all others it was closed without a choice. */
const chosenElse: ListingStatus[] = ['published', 'in_progress', 'completed']

/** What became of a response that was passed over; older ones kept no reason. */
function passedOver({ end_reason, listing_status }: ResponseNews): '.other' | '.closed' | '.not_renewed' {
  if (end_reason === 'not_renewed') return '.not_renewed'
  if (end_reason === 'listing_closed' || end_reason === 'listing_deleted') return '.closed'
  return end_reason !== null || chosenElse.includes(listing_status) ? '.other' : '.closed'
}

/** Words about a boost that was returned with the end of the response. */
function returnedBoost(reader: Recipient, { end_reason, boost_credited_at }: ResponseNews): string {
  return end_reason && boost_credited_at ? `\n\n${say(reader, 'boost_returned')}` : ''
}

function linkTo({ kind: page, listing_id: id }: Pick<ResponseNews, 'kind' | 'listing_id'>): DeepLink {
  return { page, id }
}

/** A message to the sender of a response, told only while the response is in the state that it tells of. */
function aboutResponse<K extends ResponseKind>(
  kind: K,
  status: ResponseStatus,
  variant: (news: ResponseNews) => string = () => '',
): MessageKind<K> {
  return {
    async compose(ctx, { response_id }, reader) {
      const news = await findResponseNews(ctx.db, response_id)
      if (news?.status !== status) return null
      const text = say(reader, `${kind}${variant(news)}`, { title: news.title }) + returnedBoost(reader, news)
      return withButton(ctx, reader, text, news.kind, linkTo(news))
    },
  }
}

const listingCompleted: MessageKind<'listing_completed'> = {
  async compose(ctx, { listing_id }, reader) {
    const listing = await findListingNews(ctx.db, listing_id)
    if (listing?.status !== 'completed') return null
    const { title, kind } = listing
    const text = say(reader, 'listing_completed', { title })
    return withButton(ctx, reader, text, kind, { page: kind, id: listing_id })
  },
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
  response_chosen: aboutResponse('response_chosen', 'chosen'),
  response_declined: aboutResponse('response_declined', 'declined'),
  response_released: aboutResponse('response_released', 'declined'),
  response_passed: aboutResponse('response_passed', 'not_chosen', passedOver),
  listing_completed: listingCompleted,
  revision_rejected: revisionRejected,
} satisfies Partial<MessageKinds>
