import { Composer } from 'grammy'
import type { ListingKind } from '#contract/lifecycle.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf, replaceButton } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { closeListing, reopenListing } from '#services/lifecycle/publication/close.ts'
import { unhideOrder } from '#services/listings/audience/hidden-listings.ts'
import { cancelReminder, laterToday, tomorrow } from '#services/listings/audience/reminders.ts'
import {
  closingButton,
  closingPress,
  isReason,
  type OrderPress,
  orderPress,
  readOrderPress,
} from '#services/listings/messages/keyboard.ts'
import { scheduleReminder, storeHidden } from '#services/relations/hide-listing.ts'
import { missingOrder, renderOrder } from '#services/responses/messages/order-message.ts'

/** Handles the buttons below notifications about listings, except the button that responds. */
export function orders(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.callbackQuery(orderPress, async (ctx) => {
    const press = readOrderPress(ctx.match as RegExpMatchArray)
    const refusal = await catchRefusal(() => carryOut(app, ctx, press))
    await redrawOrder(app, ctx, press.listing_id, { asks: press.verb === 'notme' })
    // The error not_found needs no alert, because the redrawn message already says that the order does not exist.
    const isShown = refusal === undefined || refusal.code === 'not_found'
    await answerPress(
      app,
      ctx,
      isShown ? {} : { text: errorText(ctx.person.ui_language, refusal.code), show_alert: true },
    )
  })

  // Handles the button that closes a listing. The button is below the reminder that the listing's placement ends soon.
  // After a press it reopens the listing.
  personal.callbackQuery(closingPress, async (ctx) => {
    const isClosing = ctx.match[1] === 'close'
    const id = Number(ctx.match[2])
    const language = ctx.person.ui_language
    let kind: ListingKind = 'order'
    const refusal = await catchRefusal(async () => {
      kind = await (isClosing ? closeListing : reopenListing)(actorOf(app, ctx), id)
    })
    const text = refusal
      ? errorText(language, refusal.code)
      : translatorFor(language)(`${isClosing ? 'bot.closed' : 'bot.reopened'}.${kind}`)
    await ctx.answerCallbackQuery({ text, show_alert: refusal !== undefined })
    if (!refusal) await replaceButton(ctx, closingButton(language, isClosing ? 'reopen' : 'close', id))
  })
  return composer
}

async function carryOut(
  app: Context,
  { person }: BotContext,
  { verb, listing_id }: OrderPress,
): Promise<void> {
  const user_id = person.id
  const now = app.now()
  if (verb === 'back') await unhideOrder(app.db, user_id, listing_id)
  if (verb === 'later')
    await scheduleReminder(app, { user_id, listing_id }, laterToday(person.time_zone, now))
  if (verb === 'tomorrow')
    await scheduleReminder(app, { user_id, listing_id }, tomorrow(person.time_zone, now))
  if (verb === 'off') await cancelReminder(app.db, { user_id, listing_id })
  if (!isReason(verb)) return
  await app.db.transaction().execute((tx) => storeHidden(app, tx, { user_id, listing_id, reason: verb }))
}

type RedrawOptions = { message_id?: number; asks?: boolean }

/**
 * Redraws a notification about an order in the order's present state: the message with the pressed button, or another
 * message of the same chat.
 */
export async function redrawOrder(
  app: Context,
  ctx: BotContext,
  listing_id: number,
  { message_id = ctx.callbackQuery?.message?.message_id, asks = false }: RedrawOptions = {},
): Promise<void> {
  if (message_id === undefined) return
  const reader = readerOf(ctx)
  const message = { user_id: ctx.person.id, listing_id, message_id }
  const now = (await renderOrder(app, reader, message, asks)) ?? missingOrder(app, reader)
  await editMessage(app, ctx, message_id, now)
}
