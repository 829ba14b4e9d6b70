import { Composer } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { readResult, resultOf } from '#services/sharing/card.ts'
import { findShareable, type Sharer } from '#services/sharing/queries.ts'
import { storeSentCard } from '#services/sharing/sent-cards.ts'
import { findShareableServices, serviceResultOf } from '#services/sharing/services.ts'
import { findUser, upsertUser } from '#services/users/account/accounts.ts'

const maxResults = 20
/** Most services among the results, which stand behind the listings. */
const maxServices = 5
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
    const { listings, services, corrected } =
      person?.status === 'blocked'
        ? { listings: [], services: [], corrected: undefined }
        : await findResults(app, ctx.inlineQuery.query, { viewer_id: person?.id ?? 0, language })
    const results = [
      ...listings.slice(0, maxResults - services.length).map((listing) => resultOf(app, listing, language)),
      ...services.map((service) => serviceResultOf(app, service, language)),
    ]
    await ctx.answerInlineQuery(results, {
      is_personal: true,
      cache_time: cacheSeconds,
      button: {
        text: corrected
          ? translate('card.corrected', { words: corrected, count: corrected.split(' ').length })
          : translate(results.length ? 'card.all' : 'card.none'),
        start_parameter: 'page_search',
      },
    })
  })

  composer.on('chosen_inline_result', async (ctx) => {
    const { inline_message_id, result_id } = ctx.chosenInlineResult
    const card = readResult(result_id)
    if (card && inline_message_id) await storeSentCard(app, { ...card, inline_message_id })
  })
  return composer
}

async function findResults(app: Context, typed: string, sharer: Sharer) {
  const [found, { services, corrected }] = await Promise.all([
    findShareable(app, typed, sharer, maxResults),
    findShareableServices(app, typed, sharer, maxServices),
  ])
  return { listings: found.listings, services, corrected: found.corrected ?? corrected }
}
