import type { DeepLink } from '#contract/deep-links.ts'
import {
  type EndReason,
  type ListingStatus,
  type ResponseStatus,
  responseStatusesBefore,
} from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { findApprovedEdit, notifiedStatuses } from '#services/moderation/messages/edit-messages.ts'
import { priceFields } from '#services/moderation/review/changes.ts'
import { escapeHtml, translateFor, withButton } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds, Recipient } from '#services/notifications/kinds.ts'
import { priceLine } from '#services/notifications/price.ts'
import { findProposals } from './endings.ts'
import { findResponseNews } from './queries.ts'

/** Message about a big change of a listing, to people who responded before it. */
const listingChanged: MessageKind<'listing_changed'> = {
  async compose(ctx, { response_id, revision_id }, reader) {
    const news = await findResponseNews(ctx.db, response_id)
    const edit = await findApprovedEdit(ctx.db, revision_id)
    if (!news || !edit || !notifiedStatuses.includes(news.status)) return null
    if (edit.status !== 'published' && edit.status !== 'in_progress') return null
    const { id, kind, title } = edit
    const mayWithdraw = responseStatusesBefore('withdraw').includes(news.status)
    const text = [
      translateFor(reader, `listing_changed.${kind}`, { title, what: changedParts(reader, edit).join(', ') }),
      ...(mayWithdraw ? [translateFor(reader, 'listing_changed.withdraw')] : []),
    ].join('\n\n')
    return withButton(ctx, reader, text, kind, { page: kind, id })
  },
}

type Edit = NonNullable<Awaited<ReturnType<typeof findApprovedEdit>>>

/**
 * Names of the parts of a listing that changed. If the title has changed, the old title is included, because the reader
 * knows the listing by it.
 */
function changedParts(reader: Recipient, { changes, previous }: Edit): string[] {
  const { title: was } = previous.listing
  const has = (...names: string[]) => names.some((name) => name in changes.listing)
  return [
    ...(has('title') ? [translateFor(reader, 'listing_changed.title', { was: String(was ?? '') })] : []),
    ...(has('category_id') ? [translateFor(reader, 'listing_changed.category')] : []),
    ...(has(...priceFields) ? [translateFor(reader, 'listing_changed.price')] : []),
    ...(Object.keys(changes.text).length > 0 ? [translateFor(reader, 'listing_changed.text')] : []),
  ]
}

type ResponseNews = NonNullable<Awaited<ReturnType<typeof findResponseNews>>>
type ResponseKind =
  | 'response_shown'
  | 'response_shortlisted'
  | 'response_declined'
  | 'response_released'
  | 'response_passed'

/**
 * States of a listing in which another response was chosen. In all other states the listing was closed without a
 * choice.
 */
const statesAfterChoice: ListingStatus[] = ['published', 'in_progress', 'completed']

const endVariants: Partial<Record<EndReason, string>> = {
  chosen_other: '.other',
  listing_completed: '.completed',
  listing_closed: '.closed',
  listing_deleted: '.deleted',
  not_renewed: '.not_renewed',
}

/** Variant of the text for a response that was not chosen. Old responses have no stored reason. */
function endVariant({ end_reason, listing_status }: ResponseNews): string {
  const variantOfEnd = end_reason && endVariants[end_reason]
  return variantOfEnd ?? (statesAfterChoice.includes(listing_status) ? '.other' : '.closed')
}

/** Links to open listings that are similar to the listing of the ended response. */
async function proposals(ctx: Context, reader: Recipient, ids: number[] = []): Promise<string> {
  const open = await findProposals(ctx.db, ids)
  const [first] = open
  if (!first) return ''
  const lines = open.map((listing) => {
    const line = translateFor(reader, 'digest.line', {
      title: listing.title,
      price: priceLine(reader.language, listing),
    })
    const address = escapeHtml(botLink(ctx.config, { page: listing.kind, id: listing.id }))
    return `• <a href="${address}">${line}</a>`
  })
  return ['\n', translateFor(reader, `similar.${first.kind}`), ...lines].join('\n')
}

/** Sentence that the boost was returned when the response ended. */
function returnedBoost(reader: Recipient, { end_reason, boost_credited_at }: ResponseNews): string {
  return end_reason && boost_credited_at ? `\n\n${translateFor(reader, 'boost_returned')}` : ''
}

function linkTo({ kind: page, listing_id: id }: Pick<ResponseNews, 'kind' | 'listing_id'>): DeepLink {
  return { page, id }
}

/** Kinds of messages whose button opens the response, because the reader may no longer see its listing. */
const endKinds: ResponseKind[] = ['response_declined', 'response_released', 'response_passed']

/** A message to the sender of a response, sent only while the response is in the given state. */
function aboutResponse<K extends ResponseKind>(
  kind: K,
  status: ResponseStatus,
  variant: (news: ResponseNews) => string = () => '',
): MessageKind<K> {
  return {
    async compose(ctx, { response_id, similar }: { response_id: number; similar?: number[] }, reader) {
      const news = await findResponseNews(ctx.db, response_id)
      if (news?.status !== status) return null
      const reason = news.decline_reason ? translateFor(reader, `declined.${news.decline_reason}`) : ''
      const messageText = translateFor(reader, `${kind}${variant(news)}`, { title: news.title, reason })
      const text = messageText + returnedBoost(reader, news) + (await proposals(ctx, reader, similar))
      if (!endKinds.includes(kind)) return withButton(ctx, reader, text, news.kind, linkTo(news))
      return withButton(ctx, reader, text, 'response', { page: 'responses', id: response_id })
    },
  }
}

/** Messages about the result of a response, and about changes of a listing. */
export const responseMessages = {
  response_shown: aboutResponse('response_shown', 'shown'),
  response_shortlisted: aboutResponse('response_shortlisted', 'shortlisted'),
  response_declined: aboutResponse('response_declined', 'declined', ({ decline_reason }) =>
    decline_reason ? '.why' : '',
  ),
  response_released: aboutResponse('response_released', 'declined'),
  response_passed: aboutResponse('response_passed', 'not_chosen', endVariant),
  listing_changed: listingChanged,
} satisfies Partial<MessageKinds>
