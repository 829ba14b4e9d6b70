import { cleanName } from '#contract/names.ts'
import type { BotContext } from '#services/bot/context.ts'
import { ask, type PromptKind } from '#services/bot/dialog/prompts.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { cardName } from '#services/moderation/card/text.ts'
import { escapeHtml } from '#services/notifications/format.ts'

/** Kinds of text that a moderator writes about a review card. */
export type CardPrompt = Extract<PromptKind, 'reason' | 'question' | 'consequence'>

/**
 * Asks the moderator to write a text, as a reply to the review card.
 * @param details returned with the answer
 * @param mistake says why the previous text was rejected
 */
export async function askAbout(
  app: Context,
  ctx: BotContext,
  kind: CardPrompt,
  task_id: number,
  { details, mistake }: { details?: Record<string, unknown>; mistake?: string } = {},
): Promise<void> {
  const card = await findCard(app, task_id)
  if (!card || !ctx.from) return
  const { message_id } = card
  const say = translate(ctx.person.ui_language)
  // `selective` opens the reply field only for mentioned people.
  const name = `<a href="tg://user?id=${ctx.from.id}">${escapeHtml(cleanName(ctx.from.first_name) || ctx.person.full_name)}</a>`
  const head = `<b>${escapeHtml(cardName(card, say))}.</b> ${say(`bot.moderation.prompt.${kind}`)}`
  const words =
    kind === 'consequence'
      ? say('bot.moderation.prompt.consequence.any', { name })
      : say(`bot.moderation.prompt.${kind}.${card.kind}`, { id: card.listing_id, name })
  await ask(app, ctx, kind, [head, mistake && escapeHtml(mistake), words].filter(Boolean).join('\n\n'), {
    subject_id: task_id,
    reply_to: ctx.callbackQuery?.message?.message_id ?? message_id ?? undefined,
    ...(details && { details }),
    is_html: true,
  })
}
