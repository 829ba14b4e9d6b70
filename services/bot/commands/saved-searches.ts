import { Composer } from 'grammy'
import { searchFrequencies } from '#contract/options.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { editMessage } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { changeSearch, listSearches } from '#services/relations/saved-searches.ts'

/**
 * Order in which presses of the button change the frequency of a saved search: each frequency, then off, then the first
 * frequency again.
 */
const choices = [...searchFrequencies, 'off'] as const
type FrequencyChoice = (typeof choices)[number]

/** The part of `/settings` that sets how often each saved search notifies. */
export function savedSearches(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.callbackQuery(/^v1:searches(?::([1-9]\d{0,14}):(at_once|hourly|daily|off))?$/, async (ctx) => {
    const [, id, choice] = ctx.match
    const refusal = id
      ? await catchRefusal(() => chooseFrequency(app, ctx, Number(id), choice as FrequencyChoice))
      : undefined
    const message_id = ctx.callbackQuery.message?.message_id
    if (message_id) await editMessage(app, ctx, message_id, await savedSearchesView(app, ctx))
    const language = ctx.person.ui_language
    const text = refusal ? errorText(language, refusal.code) : translatorFor(language)('bot.settings.saved')
    await ctx.answerCallbackQuery(id ? { text } : {})
  })
  return composer
}

/** Sets the frequency of a saved search. The button names the new frequency, so a second press changes nothing. */
async function chooseFrequency(
  app: Context,
  ctx: BotContext,
  id: number,
  choice: FrequencyChoice,
): Promise<void> {
  const change = choice === 'off' ? { is_notify: false } : { is_notify: true, frequency: choice }
  await changeSearch(actorOf(app, ctx), id, change)
}

async function savedSearchesView(app: Context, ctx: BotContext) {
  const translate = translatorFor(ctx.person.ui_language)
  const searches = await listSearches(actorOf(app, ctx))
  return {
    text: translate(searches.length > 0 ? 'bot.searches' : 'bot.searches.none'),
    keyboard: [
      ...searches.map(({ id, name, is_notify, frequency }) => {
        const current: FrequencyChoice = is_notify ? frequency : 'off'
        const next = choices[(choices.indexOf(current) + 1) % choices.length]
        const text = translate('bot.searches.line', { name, how: translate(`bot.searches.${current}`) })
        return [{ text, callback_data: `v1:searches:${id}:${next}` }]
      }),
      [{ text: translate('bot.settings.back'), callback_data: 'v1:settings' }],
    ],
  }
}

/** Returns the line of the `/settings` menu that opens the saved searches; empty if the person has no saved search. */
export async function searchesLine(app: Context, ctx: BotContext) {
  const count = (await listSearches(actorOf(app, ctx))).length
  return count === 0
    ? []
    : [
        [
          {
            text: translatorFor(ctx.person.ui_language)('bot.settings.searches', { count }),
            callback_data: 'v1:searches',
          },
        ],
      ]
}
