import { Composer } from 'grammy'
import type { Message } from 'grammy/types'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Prompt } from '#services/bot/context.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { answers, sendPrompt } from '#services/bot/dialog/prompts.ts'
import { storeConfirmation } from '#services/chat/push.ts'
import { findOrCreateRoom } from '#services/chat/rooms.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { openButton } from '#services/notifications/format.ts'
import { writeToChat } from './actions.ts'

/**
 * Lets a person write to the other side of a deal or response through a button below a bot message. The bot asks for a
 * text, and the person's next message goes to the chat of the two.
 */

type MessageContext = BotContext & { msg: Message }
type Target = Pick<Prompt, 'subject_id' | 'details'>
/** `kind` is that of the listing whose chat it is; null for the chat of the two people. */
type Partner = { listing_id: number; kind: ListingKind | null; other_id: number; full_name: string }

export async function askForChatMessage(
  app: Context,
  ctx: BotContext,
  { listing_id, kind, other_id, full_name }: Partner,
): Promise<void> {
  const text = translatorFor(ctx.person.ui_language)('bot.room.prompt', { name: full_name })
  await sendPrompt(app, ctx, 'room', text, {
    subject_id: listing_id,
    details: { kind, other_id, name: full_name },
    reply_to: ctx.callbackQuery?.message?.message_id,
  })
}

export function chatPrompt(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.use(
    answers(
      ['room'],
      (ctx, prompt) => passToPartner(app, ctx, prompt),
      // Telegram sends each photo of an album as a separate message. The confirmation after the first one stands for
      // all.
      (ctx, prompt) => writeToPartner(app, ctx, prompt),
    ),
  )
  return composer
}

/** Passes a message on to the chat that the question is about, and tells the sender where it went. */
export async function passToPartner(app: Context, ctx: MessageContext, prompt: Target): Promise<void> {
  const { refusal, room_id } = await writeToPartner(app, ctx, prompt)
  const translate = translatorFor(ctx.person.ui_language)
  const text = refusal ?? translate('bot.reply.sent', { name: String(prompt.details.name) })
  const open = openButton(app.config, translate('message.button.chat'), { page: 'chat', id: room_id }, true)
  const { message_id: telegram_message_id } = ctx.msg
  const { message_id: confirmed_as } = await ctx.reply(text, {
    reply_parameters: { message_id: telegram_message_id },
    ...(room_id && { reply_markup: { inline_keyboard: [[open]] } }),
  })
  await storeConfirmation(app.db, { telegram_message_id, sender_id: ctx.person.id, confirmed_as })
}

async function writeToPartner(app: Context, ctx: MessageContext, { subject_id, details }: Target) {
  const { kind, other_id } = details as Pick<Partner, 'kind' | 'other_id'>
  let room_id: number | undefined
  const refusal = await writeToChat(app, ctx, async () => {
    const pair = { user1_id: ctx.person.id, user2_id: other_id }
    const about = kind
      ? { kind: kinds[kind].payment, listing_id: subject_id }
      : ({ kind: 'other', listing_id: null } as const)
    room_id = await findOrCreateRoom(actorOf(app, ctx), { ...about, ...pair })
    return { room_id }
  })
  return { refusal, room_id }
}
