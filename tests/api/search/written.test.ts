import { expect, test } from 'vitest'
import { ListingQuery } from '#contract/calls/filters.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isWritten } from '#services/listings/search/page-query.ts'
import { searchListings } from '#services/listings/search/search.ts'
import { corpora } from '#tests/corpus/search/questions.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { openMarket } from './market.ts'

const kinds = ['order', 'vacancy'] as const

/** Searches that a person types beside single words, whose signs and unfinished words the question must read alike. */
const typedOtherwise = [
  'логот',
  '"логотип"',
  '"логотипп"',
  'логотип or саит',
  'саит or логтип',
  'и',
  'саит -логотип',
  '???',
]

test.each(Object.entries(corpora))(
  'words of %s are written in a listing if an exact search finds one',
  async (_, { market, questions }) => {
    const { api } = await openMarket(market)
    const asked = [
      ...everyNth(4, questions),
      ...typedOtherwise.map((typed) => ({ typed, language: 'ru' as const })),
    ]
    let missing = 0
    for (const { typed, language } of asked) {
      const ctx = { ...api.ctx, viewer: { id: 0 }, language } as UserContext
      const query = ListingQuery.parse({ filters: { search: typed }, is_exact: true })
      let found = 0
      for (const kind of kinds) found += (await searchListings(ctx, kind, query)).ids.length
      // Words after a minus are a filter of their own, of which this question is not asked.
      if (/(^|\s)-/.test(typed)) continue
      for (const kind of kinds) expect(await isWritten(ctx, kind, typed), typed).toBe(found > 0)
      if (found === 0) missing++
    }
    expect(missing).toBeGreaterThan(asked.length / 5)
  },
  120_000,
)

test('words that no listing has are not searched before they are corrected', async () => {
  const { api } = await openMarket(corpora.inside.market)
  const ctx = { ...api.ctx, viewer: { id: 0 }, language: 'ru' } as UserContext
  const search = async (typed: string, extraFilters: object = {}) => {
    const query = ListingQuery.parse({ filters: { search: typed, ...extraFilters } })
    let total = 0
    let corrected: string | undefined
    const statements = await recordStatements(async () => {
      const found = await searchListings(ctx, 'order', query)
      total = found.pagination.total
      corrected = found.corrected
    })
    const pages = statements.filter(({ text }) => text.includes('page as materialized')).length
    return { pages, corrected, isFound: total > 0 }
  }
  await search('логотип')
  expect(await search('логотип')).toEqual({ pages: 1, corrected: undefined, isFound: true })
  expect(await search('логтип')).toEqual({ pages: 1, corrected: 'логотип', isFound: true })
  // A word that nobody wrote and nothing resembles is searched once, for the answer.
  expect(await search('щщщыыы')).toEqual({ pages: 1, corrected: undefined, isFound: false })
})
