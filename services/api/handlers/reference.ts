import type { Handlers } from '#contract/calls/call.ts'
import type { referenceCalls } from '#contract/calls/reference.ts'
import { AppError } from '#contract/errors.ts'
import { done } from '#services/api/request/replies.ts'
import { operatorOf } from '#services/core/config/operator.ts'
import { withoutSecrets } from '#services/core/config/secrets.ts'
import { record } from '#services/core/records/events.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { countShown, countView } from '#services/listings/author/views.ts'
import { checkServers } from '#services/operations/readiness.ts'
import { findCategoryPrices } from '#services/reference/category-prices.ts'
import {
  getCategory,
  listCategories,
  listCurrencies,
  listSpecialities,
  listTerms,
  treeOf,
} from '#services/reference/queries.ts'
import { setRate } from '#services/reference/rates.ts'
import { suggestSkills } from '#services/users/profile/skill-suggestions.ts'
import { recordReady } from '#services/users/sessions/sessions.ts'

/** Removes secrets and phone numbers from a report, because stack traces may quote them. */
function scrub(text: string): string {
  return withoutSecrets(text).replace(/\+?\d[\d\s()-]{8,}\d/g, '[number]')
}

export const referenceHandlers: Handlers<typeof referenceCalls, GuestContext, UserContext> = {
  'GET /api/app/get_currencies': (ctx) => listCurrencies(ctx.db, ctx.language, ctx.now().toISOString()),
  'GET /api/all_terms': (ctx) => listTerms(ctx.db, ctx.language),
  'GET /api/all_categories': (ctx) => listCategories(ctx.db, ctx.language),
  'GET /api/all_categories/tree': async (ctx) => treeOf(await listCategories(ctx.db, ctx.language)),
  'GET /api/user_spec_list': (ctx) => listSpecialities(ctx.db, ctx.language),
  'GET /api/category/:id': (ctx, { params }) => getCategory(ctx.db, params.id, ctx.language),
  'GET /api/all_vacancies': (ctx) => listCategories(ctx.db, ctx.language),
  'GET /api/all_vacancies/tree': async (ctx) => treeOf(await listCategories(ctx.db, ctx.language)),
  'GET /api/categories/:id/prices': async (ctx, { params }) => {
    await getCategory(ctx.db, params.id, ctx.language)
    return { figures: await findCategoryPrices(ctx.db, params.id) }
  },
  'GET /api/skills': (ctx, { query }) => suggestSkills(ctx.db, query.search),
  'POST /api/admin/currency_rates': (ctx, { body }) => setRate(ctx, body),
  'GET /api/app/telegram_link': ({ config }) => ({
    url: botLink(config, { page: 'search-personal' }, config.TELEGRAM_LINK_ORIGIN),
    bot_username: config.BOT_USERNAME,
  }),
  'GET /api/app/operator': ({ config }) => ({ operator: operatorOf(config) }),
  'POST /api/app/view': done(async (ctx, { body }) => {
    const kind = body.entity_type === 'project' ? 'order' : 'vacancy'
    const facts = await getVisibleFacts(ctx.db, body.entity_id, ctx.viewer.id, kind)
    if (facts.status === 'published' && facts.author_id !== ctx.viewer.id)
      await countView(ctx, facts.id, ctx.viewer.id)
  }),
  'POST /api/app/shown': done((ctx, { body }) => countShown(ctx, body.listing_ids)),
  'POST /api/app/ready': done((ctx) => recordReady(ctx)),
  'POST /api/app/client_error': async (ctx, { body: { page, agent, message, stack } }) => {
    const report = scrub([page, agent, message, stack].filter(Boolean).join('\n')).slice(0, 4000)
    await ctx.db.transaction().execute((tx) => record(ctx, tx, 'client.failed', { report }))
    return { ok: true }
  },
  'GET /health/live': () => ({ status: 'ok' }),
  'GET /health/ready': async (ctx) => {
    const { postgres, room, redis } = await checkServers(ctx)
    if (!postgres || ctx.shutdown.signal.aborted) throw new AppError('unavailable', { postgres, redis })
    return { status: redis && room ? 'ok' : 'degraded', postgres, room, redis }
  },
}
