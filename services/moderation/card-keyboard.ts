import type { InlineKeyboardButton } from 'grammy/types'
import type { DeepLink } from '#contract/deep-links.ts'
import type { Language } from '#contract/languages.ts'
import { blockReasons, type RejectionReason, rejectionReasons } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { openButton } from '#services/notifications/format.ts'
import { pressData, type Verb } from './callback-data.ts'
import { type Card, isReport } from './card-queries.ts'
import { isHeld, type Stage } from './card-stage.ts'

/** What the buttons offer: the decisions, the reasons of a refusal, the reasons of a block. */
export type View = 'decisions' | 'reasons' | 'blocks'

export function cardKeyboard(
  ctx: Context,
  card: Card,
  stage: Stage,
  language: Language,
  view: View,
): InlineKeyboardButton[][] {
  const t = translate(language)
  const button = (verb: Verb, style?: 'success' | 'danger') => ({
    text: t(`bot.moderation.button.${verb}`),
    callback_data: pressData({ verb, task_id: card.id }),
    ...(style && { style }),
  })
  const look = openButton(ctx.config, t('bot.moderation.look'), linkOf(card), false)
  if (stage === 'approving' || stage === 'rejecting') return [[button('undo')], [look]]
  if (stage !== 'waiting' && stage !== 'asked') return [[look]]
  const because = (verb: 'reason' | 'block', reasons: readonly RejectionReason[]) =>
    reasons.map((reason) => [
      {
        text: t(`bot.moderation.reason.${reason}`),
        callback_data: pressData({ verb, task_id: card.id, reason }),
      },
    ])
  if (view === 'blocks') return [...because('block', blockReasons), [button('back')]]
  if (view === 'reasons') return [...because('reason', rejectionReasons), [button('other')], [button('back')]]
  const hold = button(isHeld(card, ctx.now()) ? 'release' : 'claim')
  // Members of staff cannot be blocked from a card.
  const isBlockable = card.author_status === 'active' && card.author_role === 'user'
  const ban = isBlockable ? [button('ban')] : []
  const seen = card.content_hash ?? undefined
  const approval = pressData({ verb: 'approve', task_id: card.id, seen })
  if (isReport(card)) return [[button('accept', 'danger'), button('dismiss')], [hold, ...ban], [look]]
  return [
    [{ ...button('approve', 'success'), callback_data: approval }, button('reject', 'danger')],
    [button('ask'), ...ban],
    [hold, look],
  ]
}

/** The page of what the card is about; for words in a chat or a review, the one who wrote them. */
function linkOf(card: Card): DeepLink {
  if (card.kind && card.listing_id) return { page: card.kind, id: card.listing_id }
  return { page: 'user', id: card.author_id }
}
