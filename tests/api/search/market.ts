import { ListingQuery } from '#contract/calls/filters.ts'
import { PeopleQuery } from '#contract/calls/people-filters.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { searchListings } from '#services/listings/search/search.ts'
import { listCategories } from '#services/reference/queries.ts'
import { countTitleWords } from '#services/reference/words/title-words.ts'
import { findShareable } from '#services/sharing/queries.ts'
import { searchPeople } from '#services/users/people/search.ts'
import { suggestSkills } from '#services/users/profile/skill-suggestions.ts'
import { searchServices } from '#services/users/services/search.ts'
import type { MarketRows, Question } from '#tests/corpus/search/questions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { searchCategories } from '#web/features/listings/fields/category-search.ts'

/** Results among which a question must find what it means. */
const first = 10

/** Makes the texts as long as the shortest that the product accepts. */
const ending = 'Сроки и цену обсудим.'

export type Answer = { found: string[]; corrected?: string | undefined }

/** Opens an API server whose database has a market of the questions. */
export async function openMarket(market: MarketRows) {
  const api = await openApi()
  const keys = new Map<string, string>()
  const people = new Map<string, number>()
  let telegram_id = 7_000_800_000
  const insertPerson = async (values: { full_name: string; city?: string; description?: string }) => {
    const { id } = await api.ctx.db
      .insertInto('users')
      .values({ telegram_id: ++telegram_id, is_contractor: true, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  for (const { key, skills, ...person } of market.people) {
    const id = await insertPerson(person)
    keys.set(`person ${id}`, key)
    people.set(key, id)
    const values = skills.map((name) => ({ user_id: id, name }))
    await api.ctx.db.insertInto('user_skills').values(values).execute()
  }
  for (const { key, person, name, description } of market.services) {
    const { id } = await api.ctx.db
      .insertInto('user_services')
      .values({ user_id: people.get(person) as number, name, description, price_term_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    keys.set(`service ${id}`, key)
  }
  const author_id = await insertPerson({ full_name: 'А' })
  for (const { kind, key, title, text, skills } of market.listings) {
    const { id } = await api.ctx.db
      .insertInto('listings')
      .values({
        kind,
        author_id,
        status: 'published',
        title,
        skills,
        content_hash: key,
        published_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    keys.set(`listing ${id}`, key)
    await (kind === 'order'
      ? api.ctx.db
          .insertInto('orders')
          .values({ listing_id: id, subtitle: `${text}. ${ending}` })
          .execute()
      : api.ctx.db
          .insertInto('vacancies')
          .values({ listing_id: id, description: `${text}. ${ending}` })
          .execute())
  }
  await countTitleWords(api.ctx)
  const reader_id = await insertPerson({ full_name: 'Б' })
  return { api, answer: (question: Question) => answer({ api, keys, reader_id }, question) }
}

type Market = { api: Api; keys: Map<string, string>; reader_id: number }

/** Asks a question at its door, as a person with the interface in its language does. */
async function answer({ api, keys, reader_id }: Market, question: Question): Promise<Answer> {
  const { door, typed, language } = question
  const ctx = { ...api.ctx, viewer: { id: reader_id }, language } as UserContext
  const keysOf = (kind: string, ids: number[]) => ids.map((id) => keys.get(`${kind} ${id}`) ?? '')
  const pagination = { page: 1, per_page: first }
  const filters = { search: typed }
  if (door === 'people') {
    const asker = { viewer_id: reader_id, language }
    const { ids, corrected } = await searchPeople(ctx, PeopleQuery.parse({ filters, pagination }), asker)
    return { found: keysOf('person', ids), corrected }
  }
  if (door === 'services') {
    const asked = { query: typed, sort: 'fitting', is_exact: false, per_page: first } as const
    const { ids, corrected } = await searchServices(ctx, asked, { viewer_id: reader_id, language })
    return { found: keysOf('service', ids), corrected }
  }
  if (door === 'inline') {
    const { listings, corrected } = await findShareable(ctx, typed, { viewer_id: reader_id, language }, first)
    return {
      found: keysOf(
        'listing',
        listings.map(({ id }) => id),
      ),
      corrected,
    }
  }
  if (door === 'skills')
    return { found: (await suggestSkills(ctx.db, typed)).map(({ name }) => name).slice(0, first) }
  if (door === 'categories') {
    const matches = searchCategories(await listCategories(ctx.db, language), typed)
    return { found: matches.map(({ leaf }) => leaf.name).slice(0, first) }
  }
  const kind = door === 'orders' ? 'order' : 'vacancy'
  const { ids, corrected } = await searchListings(ctx, kind, ListingQuery.parse({ filters, pagination }))
  return { found: keysOf('listing', ids), corrected }
}
