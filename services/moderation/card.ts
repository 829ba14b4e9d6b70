import type { Language } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import type { MessageKind, Outgoing } from '#services/notifications/kinds.ts'
import { cardKeyboard, type View } from './card-keyboard.ts'
import { type Card, findCard, isReport } from './card-queries.ts'
import { stageOf } from './card-stage.ts'
import { listingText, reportText } from './card-text.ts'
import { priorityOf } from './priority.ts'

/** The card in the moderators' chat: sent when something is submitted, edited whenever the task changes. */
export const moderationCard: MessageKind<'moderation_card'> = {
  async compose(ctx, { task_id }, { chat_id, language }) {
    const card = await findCard(ctx.db, task_id)
    if (!card) return null
    const edit_message_id = card.chat_id === chat_id ? (card.message_id ?? undefined) : undefined
    return { ...renderCard(ctx, card, language), edit_message_id }
  },
  async sent(ctx, tx, { task_id }, { chat_id, message_id }, { text, language }) {
    await tx.updateTable('moderation_tasks').set({ chat_id, message_id }).where('id', '=', task_id).execute()
    const card = await findCard(tx, task_id)
    if (!card || renderCard(ctx, card, language).text === text) return
    // If the task changed while the card was being sent, the chat shows an old state: it is drawn again.
    await queueDelivery(ctx, tx, {
      to: { chat_id },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${task_id}:${crypto.randomUUID()}`,
      priority: await priorityOf(tx, task_id),
    })
  },
}

/** @param view shows the reasons of a refusal or of a block instead of the decisions */
export function renderCard(ctx: Context, card: Card, language: Language, view: View = 'decisions'): Outgoing {
  const stage = stageOf(card, ctx.now())
  return {
    text: isReport(card) ? reportText(ctx, card, stage, language) : listingText(ctx, card, stage, language),
    keyboard: cardKeyboard(ctx, card, stage, language, view),
  }
}
