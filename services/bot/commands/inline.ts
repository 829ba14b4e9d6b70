import { Composer } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { readResult, resultOf } from '#services/sharing/card.ts'
import { findShareable } from '#services/sharing/queries.ts'
import { storeSentCard } from '#services/sharing/sent-cards.ts'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'

const maxResults = 20
/** Seconds for which Telegram caches the answer to an inline query of one person. */
const cacheSeconds = 30

/**
 * Inline mode: `@bot words` in any chat offers listings to share as cards. A stranger who types this must not get an
 * account, so this middleware runs before the middleware `people`. Only accounts of known people are updated.
 */
export function inline(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('inline_query', async (ctx) => {
    const knownUser = await findUser(app.db, ctx.from.id)
    const person = knownUser && (await upsertUser(app, ctx.from))
    const language = person?.ui_language ?? languageOf(ctx.from.language_code)
    const translate = translatorFor(language)
    const { listings, corrected } =
      person?.status === 'blocked'
        ? { listings: [], corrected: undefined }
        : await findShareable(
            app,
            ctx.inlineQuery.query,
            { viewer_id: person?.id ?? 0, language },
            maxResults,
          )
    await ctx.answerInlineQuery(
      listings.map((listing) => resultOf(app, listing, language)),
      {
        is_personal: true,
        cache_time: cacheSeconds,
        button: {
          text: corrected
            ? translate('card.corrected', { words: corrected })
            : translate(listings.length ? 'card.all' : 'card.none'),
          start_parameter: 'page_search',
        },
      },
    )
  })

  composer.on('chosen_inline_result', async (ctx) => {
    const { inline_message_id, result_id } = ctx.chosenInlineResult
    const card = readResult(result_id)
    if (card && inline_message_id) await storeSentCard(app, { ...card, inline_message_id })
  })
  return composer
}
