import { z } from 'zod'
import { limits } from '../limits.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { byId, CategoryId, ListingId, ReferenceId } from './ids.ts'
import { Category, CategoryTree, Currency, Done, Terms } from './shapes.ts'

export const referenceCalls = defineCalls({
  'GET /api/app/get_currencies': { access: 'anyone', reply: z.array(Currency), cache: true },
  'GET /api/all_terms': { access: 'anyone', reply: z.array(Terms), cache: true },
  'GET /api/all_categories': { access: 'anyone', reply: z.array(Category), cache: true },
  'GET /api/all_categories/tree': { access: 'anyone', reply: z.array(CategoryTree), cache: true },
  'GET /api/user_spec_list': { access: 'anyone', reply: z.array(Category), cache: true },
  'GET /api/category/:id': {
    access: 'anyone',
    params: byId(CategoryId),
    reply: CategoryTree,
    errors: ['not_found'],
    cache: true,
  },
  // The paths `all_vacancies` return the categories of vacancies, not the vacancies (#82).
  'GET /api/all_vacancies': { access: 'anyone', reply: z.array(Category), cache: true },
  'GET /api/all_vacancies/tree': { access: 'anyone', reply: z.array(CategoryTree), cache: true },
  'GET /api/categories/:id/prices': {
    access: 'user',
    params: byId(CategoryId),
    /** Quartiles of the prices of the category's orders, in roubles; null while there are too few prices. */
    reply: z.object({
      figures: z
        .object({ low: z.number(), middle: z.number(), high: z.number(), prices: z.int() })
        .nullable(),
    }),
    errors: ['not_found'],
    added:
      'who writes an order or a response wants to know what is usual; prices of rivals stay sealed (#71)',
  },
  'GET /api/skills': {
    access: 'user',
    query: z.object({ search: text(0, limits.skills.length).default('') }),
    /** Suggested skills in the spelling of the vocabulary, best first, with the number of freelancers who have each. */
    reply: z.array(z.object({ name: z.string(), people: z.int() })),
    added: 'skills match only where both sides write them alike',
  },
  'POST /api/admin/currency_rates': {
    access: 'admin',
    body: z.object({
      currency_id: ReferenceId,
      /** Exchange rate: roubles per unit of the currency. */
      rate_to_base: z.coerce.number().positive().max(1e9),
      rate_date: z.iso.date().optional(),
    }),
    reply: Currency,
    errors: ['not_found', 'invalid_input'],
    added: 'prices in several currencies need rates, and the specification names no source (#33)',
  },
  'GET /api/app/telegram_link': {
    access: 'anyone',
    reply: z.object({ url: z.string(), bot_username: z.string() }),
    added: 'outside Telegram the page must say where the product lives',
  },
  'GET /api/app/operator': {
    access: 'anyone',
    /** Company that operates the product; null if none is configured, as in development. */
    reply: z.object({
      operator: z
        .object({
          name: z.string(),
          tax_id: z.string(),
          address: z.string(),
          email: z.string(),
          receipts: z.enum(['provider', 'operator']),
        })
        .nullable(),
    }),
    cache: true,
    added: 'the law wants whoever sells to be named beside the terms',
  },
  'POST /api/app/view': {
    access: 'user',
    body: z.object({ entity_type: z.enum(['project', 'vacancy']), entity_id: ListingId }),
    reply: Done,
    errors: ['not_found'],
    added: 'the path of the view count is not shown (#75)',
  },
  'POST /api/app/shown': {
    access: 'user',
    /**
     * Listings whose cards were visible on the caller's screen. The caller's own listings, and listings that are in no
     * list, are ignored.
     */
    body: z.object({ listing_ids: z.array(ListingId).min(1).max(limits.shownCards.count) }),
    reply: Done,
    added:
      'the app tells in small batches which cards were half on the screen for a second, for the sums of a day',
  },
  'POST /api/app/ready': {
    access: 'user',
    reply: Done,
    added: 'the launch can be used: of those that log in and never tell it, operators see the share',
  },
  'POST /api/app/client_error': {
    access: 'anyone',
    body: z.object({
      message: text(0, 1000),
      stack: text(0, 4000).optional(),
      page: text(0, 200).optional(),
      /** User-Agent of the browser. */
      agent: text(0, 300).optional(),
    }),
    reply: Done,
    added: 'script errors reach the operators without a bot token in the browser (#160)',
  },
  'GET /health/live': {
    access: 'anyone',
    reply: z.object({ status: z.literal('ok') }),
    added: 'tells a supervisor that the process answers',
  },
  'GET /health/ready': {
    access: 'anyone',
    reply: z.object({
      status: z.enum(['ok', 'degraded']),
      postgres: z.boolean(),
      /** True if Postgres can write. */
      room: z.boolean(),
      redis: z.boolean(),
    }),
    errors: ['unavailable'],
    added: 'tells a balancer whether to send requests here',
  },
})
