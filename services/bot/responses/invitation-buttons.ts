import { Composer } from 'grammy'
import { type InviteDecline, inviteDeclines } from '#contract/invitations.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { declineInvitation, undoDecline } from '#services/responses/invitations/answer.ts'
import { renderInvitation } from '#services/responses/invitations/messages.ts'

const press = new RegExp(`^v1:invite:(decline|back):([1-9]\\d{0,14})(?::(${inviteDeclines.join('|')}))?$`)

/** Buttons below an invitation, except the one that responds. The message is redrawn after each press. */
export function invitations(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(press, async (ctx) => {
    const id = Number(ctx.match[2])
    const reason = ctx.match[3] as InviteDecline | undefined
    const actor = actorOf(app, ctx)
    const refusal = await catchRefusal(() =>
      ctx.match[1] === 'back' ? undoDecline(actor, id) : declineInvitation(actor, id, reason),
    )
    const drawn = await renderInvitation(app, readerOf(ctx), id, ctx.person.id)
    const { message_id } = ctx.callbackQuery.message ?? {}
    if (drawn && message_id) await editMessage(app, ctx, message_id, drawn)
    const refusalText = refusal && { text: errorText(ctx.person.ui_language, refusal.code) }
    await answerPress(app, ctx, { ...refusalText, show_alert: drawn === null })
  })
  return composer
}
