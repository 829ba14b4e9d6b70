import { createHash } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { priorityOf } from '#services/moderation/queue/priority.ts'
import { escapeHtml } from '#services/notifications/format.ts'
import type { MessageKind, Outgoing } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { isReport, type ReviewCard } from './facts.ts'
import { sendFiles } from './files.ts'
import { cardKeyboard, pageKeyboard } from './keyboard.ts'
import { listingText } from './listing-text.ts'
import { findCard } from './queries.ts'
import { reportText } from './report-text.ts'
import { isUndoable, isUnfolded, stageOf, type View } from './stage.ts'
import { cardName } from './text.ts'
import { renderPage } from './unfolded-text.ts'

/**
 * Message with a review card in the moderators' chat. The message is sent when a task starts, and edited whenever the
 * task changes.
 */
export const moderationCard: MessageKind<'moderation_card'> = {
  async compose(ctx, { task_id }, { chat_id, language }) {
    const card = await findCard(ctx, task_id)
    if (!card) return null
    const edit_message_id = card.chat_id === chat_id ? (card.message_id ?? undefined) : undefined
    const drawn = renderCard(ctx, card, language)
    // A card with unchanged text is not redrawn, because that would close the list of reasons or the page that a
    // moderator has open.
    if (edit_message_id && card.card_hash === hashOf(drawn.text)) return null
    return { ...drawn, edit_message_id }
  },
  async sent(ctx, tx, { task_id }, { chat_id, message_id }, { text, language }) {
    const before = await findCard({ ...ctx, db: tx }, task_id)
    const isNew = before?.chat_id !== chat_id || before.message_id !== message_id
    const card_sent_at = ctx.now().toISOString()
    await noteDrawn(tx, task_id, { chat_id, message_id, text, ...(isNew && { card_sent_at }) })
    // If the card was sent again to another chat, its files are sent to that chat too.
    const isMoved = before?.chat_id !== undefined && before.chat_id !== null && before.chat_id !== chat_id
    await sendFiles(ctx, tx, { task_id, chat_id, ...(isMoved && { again: `chat${chat_id}` }) })
    const card = await findCard({ ...ctx, db: tx }, task_id)
    if (!card || renderCard(ctx, card, language).text === text) return
    // The task changed while its review card was being sent, so the card is redrawn.
    await queueDelivery(ctx, tx, {
      to: { chat_id },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${task_id}:${crypto.randomUUID()}`,
      priority: await priorityOf(tx, task_id),
    })
  },
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex')

/** Stores the chat and message in which a card is shown, and the hash of the card's text. */
export async function noteDrawn(
  db: Db,
  task_id: number,
  { text, ...place }: { text: string; chat_id: number; message_id: number; card_sent_at?: string },
): Promise<void> {
  await db
    .updateTable('moderation_tasks')
    .set({ ...place, card_hash: hashOf(text) })
    .where('id', '=', task_id)
    .execute()
}

/**
 * Renders a review card.
 * @param view kind of buttons or page to show
 * @param page number of the page in a view with pages, from 1
 */
export function renderCard(
  ctx: Context,
  card: ReviewCard,
  language: Language,
  view: View = 'decisions',
  page = 1,
): Outgoing {
  const stage = stageOf(card)
  if (!isReport(card) && isUnfolded(view)) {
    const { text, pages } = renderPage(ctx, card, language, view, page)
    return { text, keyboard: pageKeyboard(card, language, { view, page, pages }) }
  }
  const keyboard = cardKeyboard(ctx, card, stage, language, view)
  if (view === 'blocks' && !isUndoable(stage)) return { text: blockQuestion(card, language), keyboard }
  return {
    keyboard,
    text: isReport(card)
      ? reportText(ctx, card, stage, language)
      : listingText(ctx, card, stage, language, view),
  }
}

/** Maximum number of listings that the question before a block names. The question only counts further listings. */
const itemsNamed = 10

/**
 * Returns the question that a moderator has to confirm before blocking an author. It names the author and the listings
 * that the block would hide or reject.
 */
export function blockQuestion(card: ReviewCard, language: Language): string {
  const { author_name, author_open } = card
  const t = translatorFor(language)
  const translate = (key: string, values: Record<string, unknown> = {}) =>
    escapeHtml(t(`bot.moderation.block.${key}`, values))
  const lines = author_open
    .slice(0, itemsNamed)
    .map(({ id, kind, title, status }) =>
      [
        `• ${escapeHtml(t(`bot.moderation.kind.${kind}`))} ${id}. ${escapeHtml(title)}:`,
        translate(status === 'published' ? 'hides' : 'rejects'),
      ].join(' '),
    )
  const moreCount = author_open.length - lines.length
  const ends = [
    `<b>${translate('closes')}</b>`,
    ...lines,
    ...(moreCount > 0 ? [escapeHtml(t('bot.moderation.remind.more', { count: moreCount }))] : []),
  ]
  const isPaid = author_open.some(({ status }) => status === 'moderation')
  return [
    `<b>${escapeHtml(cardName(card, t))}</b>`,
    `<b>${translate('ask', { name: author_name })}</b>`,
    lines.length > 0 ? ends.join('\n') : translate('nothing'),
    ...(isPaid ? [translate('refund')] : []),
    translate('why'),
  ].join('\n\n')
}
