import type { InlineKeyboardButton } from 'grammy/types'
import { shareLink } from '#contract/deep-links.ts'
import type { Language } from '#contract/options.ts'
import type { Context } from '#services/context.ts'
import { openButton } from '#services/notifications/buttons.ts'
import { escapeHtml } from '#services/notifications/html.ts'
import type { MessageKind, Outgoing } from '#services/notifications/kinds.ts'
import { priceLine } from '#services/notifications/price.ts'
import { words } from '#services/words.ts'
import { pressData, type Verb } from './presses.ts'
import { type Card, findCard } from './queries.ts'
import { isKnownReason, rejectionReasons } from './rules.ts'

/** Characters of the listing's text on the card. */
const excerptLength = 1000
const timeZone = 'Europe/Moscow'

/** The card in the moderators' chat: sent when a listing is submitted, changed when its fate changes. */
export const moderationCard: MessageKind<'moderation_card'> = {
  async compose(ctx, { task_id }, { chat_id, language }) {
    const card = await findCard(ctx.db, task_id)
    if (!card) return null
    const edit_message_id = card.chat_id === chat_id ? (card.message_id ?? undefined) : undefined
    return { ...renderCard(ctx, card, language), edit_message_id }
  },
  async sent(_ctx, tx, { task_id }, { chat_id, message_id }) {
    await tx.updateTable('moderation_tasks').set({ chat_id, message_id }).where('id', '=', task_id).execute()
  },
}

/** @param choosing shows the reasons of a refusal instead of the two decisions */
export function renderCard(ctx: Context, card: Card, language: Language, choosing = false): Outgoing {
  const stage = stageOf(ctx, card)
  return {
    text: cardText(ctx, card, stage, language),
    keyboard: cardKeyboard(ctx, card, stage, language, choosing),
  }
}

type Stage = 'waiting' | 'approving' | 'rejecting' | 'approved' | 'rejected' | 'gone'

/** A decision whose undo time is over counts as done: the worker is about to make it so. */
function stageOf(ctx: Context, { subject, state, effective_at, status }: Card): Stage {
  const isOver = effective_at !== null && Date.parse(effective_at) <= ctx.now().getTime()
  if (state === 'approved') return isOver ? 'approved' : 'approving'
  if (state === 'rejected') return isOver ? 'rejected' : 'rejecting'
  const isWaiting =
    subject === 'revision' ? state !== 'returned' && status !== 'deleted' : status === 'moderation'
  return isWaiting ? 'waiting' : 'gone'
}

function cardText(ctx: Context, card: Card, stage: Stage, language: Language): string {
  const t = words(language)
  const say: Say = (key, values = {}) => escapeHtml(t(`bot.moderation.${key}`, values))
  const author = `<a href="${authorLink(ctx, card)}">${escapeHtml(card.author_name)}</a>`
  const category = (language === 'ru' ? card.name_ru : card.name_en) ?? '—'
  const flags = card.flags.map((flag) => say(`flag.${flag}`)).join(', ') || say('flag.clean')
  return [
    `<b>${say(`kind.${card.kind}`)} ${card.listing_id}. ${escapeHtml(card.title)}</b>`,
    card.subject === 'revision' && `<i>${say('edit')}</i>`,
    '',
    `${say('author')}: ${author}${card.username ? ` @${escapeHtml(card.username)}` : ''}`,
    `${say('category')}: ${escapeHtml(category)}`,
    `${say('price')}: ${escapeHtml(priceLine(language, card))}`,
    card.deadline && `${say('deadline')}: ${momentText(card.deadline, language)}`,
    '',
    card.text && `<blockquote>${escapeHtml(excerpt(card.text))}</blockquote>`,
    `${say('findings')}: ${flags}`,
    say('waiting', { time: momentText(card.created_at, language) }),
    '',
    stageText(ctx, card, stage, say),
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
    .trim()
}

type Say = (key: string, values?: Record<string, unknown>) => string

function stageText(ctx: Context, card: Card, stage: Stage, say: Say): string {
  const reason = isKnownReason(card.reason ?? '') ? say(`reason.${card.reason}`) : (card.reason ?? '')
  if (stage === 'gone') return `<b>${say('gone')}</b>`
  if (stage !== 'waiting') return `<b>${say(stage, { name: card.decider_name, reason })}</b>`
  const isHeld = card.state === 'claimed' && Date.parse(card.claimed_until ?? '') > ctx.now().getTime()
  return isHeld ? say('claimed', { name: card.claimer_name }) : ''
}

function cardKeyboard(
  ctx: Context,
  card: Card,
  stage: Stage,
  language: Language,
  choosing: boolean,
): InlineKeyboardButton[][] {
  const t = words(language)
  const button = (verb: Verb, style?: 'success' | 'danger') => ({
    text: t(`bot.moderation.${verb === 'other' ? 'reason.other' : verb}`),
    callback_data: pressData({ verb, task_id: card.id }),
    ...(style && { style }),
  })
  const look = openButton(
    ctx.config,
    t('bot.moderation.look'),
    { page: card.kind, id: card.listing_id },
    false,
  )
  if (stage === 'approving' || stage === 'rejecting') return [[button('undo')], [look]]
  if (stage !== 'waiting') return [[look]]
  if (!choosing) return [[button('approve', 'success'), button('reject', 'danger')], [look]]
  const reasons = rejectionReasons.map((reason) => [
    {
      text: t(`bot.moderation.reason.${reason}`),
      callback_data: pressData({ verb: 'reason', task_id: card.id, reason }),
    },
  ])
  return [...reasons, [button('other')], [button('back')]]
}

function authorLink({ config }: Context, { author_id }: Card): string {
  return escapeHtml(shareLink(config.BOT_USERNAME, { page: 'user', id: author_id }))
}

function momentText(moment: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  return escapeHtml(format.format(new Date(moment)))
}

function excerpt(text: string): string {
  const characters = [...text]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('')}…` : text
}
