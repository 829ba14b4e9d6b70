import type { Survivor } from './survivor.ts'

/** Prices, moderation and edits of listings. */
export const listingSurvivors: Survivor[] = [
  {
    name: 'prices-of-other-currencies',
    hurts: 'prices in TON and dollars enter the shown quartiles as if they were roubles',
    file: 'services/reference/category-prices.ts',
    before: '(order by price_base::float8)',
    after: '(order by price::float8)',
    tests: ['tests/api/price-figures.test.ts'],
  },
  {
    name: 'prices-of-hours',
    hurts: 'hourly rates and ranges enter the quartiles of fixed prices',
    file: 'services/reference/category-prices.ts',
    before: "kind = 'order' and payment_format = 'fixed' and price > 0",
    after: "kind = 'order' and price > 0",
    tests: ['tests/api/price-figures.test.ts'],
  },
  {
    name: 'prices-of-vacancies',
    hurts: 'rates of vacancies enter the quartiles of orders',
    file: 'services/reference/category-prices.ts',
    before: "kind = 'order' and payment_format = 'fixed' and price > 0",
    after: "payment_format = 'fixed' and price > 0",
    tests: ['tests/api/price-figures.test.ts'],
  },
  {
    name: 'prices-of-all-years',
    hurts: 'the quartiles come from prices of all years, not of 180 days',
    file: 'services/reference/category-prices.ts',
    before: 'published_at > ',
    after: 'published_at is distinct from ',
    tests: ['tests/api/price-figures.test.ts'],
  },
  {
    name: 'approved-while-blocked',
    hurts: 'a paid listing that is approved while its author is blocked stays hidden for ever',
    file: 'services/lifecycle/decide.ts',
    before: "      ...(!isActive && { hidden_reason: 'author_blocked' as const }),\n",
    after: "      ...(!isActive && { hidden_reason: 'owner' as const }),\n",
    tests: ['tests/api/review-closing.test.ts'],
  },
  {
    name: 'standing-turned-round',
    hurts: 'an author with a rejection of this month edits live, one with an old rejection waits for ever',
    file: 'services/lifecycle/revisions.ts',
    before: "'task.decided_at', '>', new Date",
    after: "'task.decided_at', '<', new Date",
    tests: ['tests/api/revision-caution.test.ts'],
  },
  {
    name: 'standing-of-others',
    hurts: 'a rejection of anybody makes the edits of everybody wait',
    file: 'services/lifecycle/revisions.ts',
    before: "    .where('listing.author_id', '=', author_id)\n    .where('task.state'",
    after: "    .where('task.state'",
    tests: ['tests/api/revision-caution.test.ts'],
  },
]
