import { GrammyError } from 'grammy'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { introduceTo } from '#services/notifications/telegram/introduction.ts'
import { timing } from '#workers/engine/timing.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Sets the bot's commands and menu button in a person's chat to the language that the person chose in the mini-app. */
export const botIntroductions = defineWorker({
  queue: 'bot-introductions',
  attempts: 8,
  concurrency: 1,
  async prepare(ctx, { payload: { user_id } }) {
    const person = await ctx.db
      .selectFrom('users')
      .select(['telegram_id', 'ui_language'])
      .where('id', '=', user_id)
      .where('can_write', '=', true)
      .where('telegram_id', 'is not', null)
      .executeTakeFirst()
    if (!person?.telegram_id) return
    const api = telegramApi(ctx.config, timing.delivery.timeout / 1000)
    await introduceTo(ctx, api, person.telegram_id, person.ui_language).catch((error) => {
      // Telegram refuses the request if the person never wrote to the bot or blocked it, because then there is no chat.
      if (!(error instanceof GrammyError) || error.error_code === 429) throw error
    })
  },
  run: async () => undefined,
})
