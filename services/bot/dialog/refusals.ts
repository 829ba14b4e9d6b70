import { AppError } from '#contract/errors.ts'
import type { BotContext } from '#services/bot/context.ts'
import { errorText } from '#services/core/text/i18n.ts'

/** Runs a service call and returns its AppError, if any. Other errors are thrown again. */
export async function catchRefusal(attempt: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Replies to a person's message with the result of the act that it caused, or with the reason of the refusal. */
export async function replyWithOutcome(
  ctx: BotContext,
  refusal: AppError | undefined,
  successText: string,
): Promise<void> {
  await ctx.reply(refusal ? errorText(ctx.person.ui_language, refusal.code) : successText, {
    ...(ctx.msg && { reply_parameters: { message_id: ctx.msg.message_id } }),
  })
}
