import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import type { Language } from '#contract/languages.ts'
import { breachReasons, type KnownReason, rejectionReasons } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { warningLimits } from '#services/moderation/decisions/warnings.ts'
import { openButton } from '#services/notifications/format.ts'
import { pressData, type Verb } from './callback-data.ts'
import { isReport, type ListingReviewCard, type ReviewCard } from './facts.ts'
import { foldedLength, longText, percent } from './listing-text.ts'
import type { ReasonsView, UnfoldedView, View } from './stage.ts'
import { isClaimedNow, isUndoable, type Stage } from './stage.ts'

/**
 * The review card has a view with a list of reasons for each act. Each view has the verb in its buttons' callback data,
 * the reasons, and the verb of the button "another reason", after which the moderator writes the reason.
 */
const reasonViews = {
  reasons: { verb: 'reason', reasons: rejectionReasons, own: 'other' },
  removals: { verb: 'removal', reasons: breachReasons, own: 'own_removal' },
  warnings: { verb: 'warning', reasons: breachReasons, own: 'own_warning' },
  blocks: { verb: 'block', reasons: breachReasons, own: 'own_block' },
} as const satisfies Record<ReasonsView, { verb: Verb; reasons: readonly KnownReason[]; own: Verb }>

export function cardKeyboard(
  ctx: Context,
  card: ReviewCard,
  stage: Stage,
  language: Language,
  view: View,
): InlineKeyboardButton[][] {
  const t = translatorFor(language)
  const button = (verb: Verb, style?: 'success' | 'danger', words: string = verb) => ({
    text: t(`bot.moderation.button.${words}`),
    callback_data: pressData({ verb, task_id: card.id }),
    ...(style && { style }),
  })
  const openListingButton = openButton(ctx.config, t('bot.moderation.look'), linkOf(card), false)
  if (isUndoable(stage)) return [[button('undo')], [openListingButton]]
  if (stage === 'gone') return [[openListingButton]]
  if (view in reasonViews) {
    const { verb, reasons, own } = reasonViews[view as ReasonsView]
    const choices = reasons.map((reason) => ({
      text: t(`bot.moderation.reason.${reason}`),
      callback_data: pressData({ verb, task_id: card.id, reason }),
    }))
    return [...inPairs([...choices, button(own, undefined, 'other')]), [button('back')]]
  }
  const steps = consequenceButtons(card, button)
  if (stage !== 'waiting' && stage !== 'asked')
    return view === 'more'
      ? [...decidedRows(card, steps), [openListingButton], [button('fold')]]
      : [[button('more')]]
  const claimButton = button(isClaimedNow(card, ctx.now()) ? 'release' : 'claim')
  if (isReport(card))
    return [
      ...Object.values(steps).map((step) => [step]),
      [button('dismiss', undefined, card.complaints > 1 ? 'dismiss.many' : 'dismiss')],
      [claimButton, openListingButton],
    ]
  const ban = isBlockable(card) ? [button('ban')] : []
  const approval = pressData({ verb: 'approve', task_id: card.id, seen: card.content_hash ?? undefined })
  const isEdit = card.subject === 'revision'
  const suffix = card.appeal === null ? '' : '_again'
  const approve = button('approve', 'success', isEdit ? 'approve.edit' : `approve${suffix}`)
  return [
    [{ ...approve, callback_data: approval }, button('reject', 'danger', `reject${suffix}`)],
    [claimButton, button('ask')],
    ...readingRows(card, language),
    [...ban, openListingButton],
  ]
}

type ConsequenceButtons = Partial<Record<'remove' | 'warn' | 'ban', InlineKeyboardButton>>
type MakeButton = (verb: Verb, style?: 'success' | 'danger', words?: string) => InlineKeyboardButton

/** Buttons of the consequences that a moderator can choose. The label tells what is removed. */
function consequenceButtons(card: ReviewCard, button: MakeButton): ConsequenceButtons {
  const subject = isReport(card) ? (card.sides ? 'request' : card.subject_type) : 'listing'
  const namedSuffix =
    subject === 'request'
      ? '.request'
      : subject === 'listing' || subject === 'service'
        ? '.listing'
        : '.words'
  const removalSuffix = !card.is_removable || subject === 'user' ? '' : namedSuffix
  const removal = button('remove', 'danger', `remove${subject === 'user' ? '.pictures' : removalSuffix}`)
  return {
    ...(card.is_removable && { remove: removal }),
    warn: button('warn', undefined, `warn${removalSuffix}`),
    ...(isBlockable(card) && { ban: button('ban', undefined, `ban${removalSuffix}`) }),
  }
}

/** True if the review card offers a button to block the author. Staff cannot be blocked. */
function isBlockable({ author_status, author_role }: ReviewCard): boolean {
  return author_status === 'active' && author_role === 'user'
}

/**
 * Buttons that «Ещё» shows on a card about a decided listing. If the listing is in the feed, they offer a takedown or a warning; if an
 * executor works on it, only a warning. After repeated warnings they also offer a block.
 */
function decidedRows(card: ReviewCard, { remove, warn, ban }: ConsequenceButtons): InlineKeyboardButton[][] {
  const isRunning = !isReport(card) && card.subject === 'listing'
  const first =
    isRunning && card.is_removable ? [remove, warn] : isRunning && card.status === 'in_progress' ? [warn] : []
  const isWarned = card.author_warnings >= warningLimits.count
  const isMeant = first.length > 0 || isWarned
  return [...first, ...(isMeant ? [ban] : [])].flatMap((step) => (step ? [[step]] : []))
}

const inPairs = (buttons: InlineKeyboardButton[]) =>
  buttons.flatMap((_, at) => (at % 2 ? [] : [buttons.slice(at, at + 2)]))

/** Buttons that show the full text, earlier versions or files of a listing. Pressing them does not claim the task. */
function readingRows(card: ListingReviewCard, language: Language): InlineKeyboardButton[][] {
  const t = translatorFor(language)
  const viewButton = (verb: 'text' | 'before' | 'twins' | 'files', values = {}, name: string = verb) => ({
    text: t(`bot.moderation.button.${name}`, values),
    callback_data: pressData({ verb, task_id: card.id, ...(verb !== 'files' && { page: 1 }) }),
  })
  const isEdit = card.subject === 'revision' && card.approved !== null
  const [twin] = card.duplicates
  const share = twin?.share ? percent(twin.share, language) : ''
  return inPairs([
    ...(isEdit ? [viewButton('before'), viewButton('text', {}, 'after')] : []),
    ...(!isEdit && longText(card).length > foldedLength ? [viewButton('text')] : []),
    ...(twin ? [viewButton('twins', { id: twin.id, share }, share ? 'twins' : 'twins.unknown')] : []),
    ...(card.files.length > 0 ? [viewButton('files', { count: card.files.length })] : []),
  ])
}

/** Buttons for the previous page, the next page, and the way back to the review card. */
export function pageKeyboard(
  card: ListingReviewCard,
  language: Language,
  { view, page, pages }: { view: UnfoldedView; page: number; pages: number },
): InlineKeyboardButton[][] {
  const t = translatorFor(language)
  const pageButton = (to: number, sign: string) =>
    to < 1 || to > pages
      ? []
      : [{ text: `${sign} ${to}`, callback_data: pressData({ verb: view, task_id: card.id, page: to }) }]
  const turns = [...pageButton(page - 1, '‹'), ...pageButton(page + 1, '›')]
  const fold = pressData({ verb: 'fold', task_id: card.id })
  return [
    ...(turns.length > 0 ? [turns] : []),
    [{ text: t('bot.moderation.button.fold'), callback_data: fold }],
  ]
}

/**
 * Link to the page of the listing or of the service. On a card about anything else, or about a service that is gone, the
 * link leads to the profile of the author.
 */
function linkOf(card: ReviewCard): DeepLink {
  if (card.kind && card.listing_id) return { page: card.kind, id: card.listing_id }
  if (isReport(card) && card.subject_type === 'service' && card.is_removable)
    return { page: 'service', id: card.subject_id }
  return { page: 'user', id: card.author_id }
}
