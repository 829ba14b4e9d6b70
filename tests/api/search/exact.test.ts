import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { normalWord, wordsOf } from '#contract/spelling/letters.ts'
import { skillName } from '#db/reference/skills.ts'
import { countTitleWords } from '#services/reference/words/title-words.ts'
import { marketVocabulary } from '#services/reference/words/vocabulary.ts'
import { suggestSkills } from '#services/users/profile/skill-suggestions.ts'
import { corpora } from '#tests/corpus/search/questions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'

let api: Api
let reader: Person
beforeAll(async () => {
  api = await openApi()
  reader = await freelancer(api)
})

const findOrders = (search: string, extraBody: object = {}) =>
  reader.call('POST /api/projects', { body: { filters: { search }, ...extraBody } })
const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

/** Expects these titles and this correction from a process that has read the counted words, as it does each half an hour. */
async function expectLater(search: string, expected: [titles: string[], corrected: string | undefined]) {
  const { now } = api.ctx
  const earlier = await marketVocabulary(api.ctx)
  api.ctx.now = () => new Date(now().getTime() + 31 * 60_000)
  await expect.poll(() => marketVocabulary(api.ctx)).not.toBe(earlier)
  const found = await findOrders(search)
  api.ctx.now = now
  expect([titlesOf(found), found.corrected]).toEqual(expected)
}

test('a mistake is corrected and told, and an exact search finds nothing by it', async () => {
  const { order } = await publishedOrder(api, { title: 'Программист микроконтроллеров' })
  const found = await findOrders('програмист')
  expect([titlesOf(found), found.corrected, found.pagination.total]).toEqual([
    [order.title],
    'программист',
    1,
  ])
  const exact = await findOrders('програмист', { is_exact: true })
  expect([titlesOf(exact), exact.corrected]).toEqual([[], undefined])
  const right = await findOrders('программист')
  expect([titlesOf(right), right.corrected]).toEqual([[order.title], undefined])
  expect(titlesOf(await findOrders('"програмист"'))).toEqual([])
  expect((await findOrders('ghjuhfvvbcn', { pagination: { page: 2, per_page: 1 } })).items).toEqual([])
})

test('a word that is written somewhere is no mistake', async () => {
  const { order } = await publishedOrder(api, { title: 'Складной верстак для мастерской' })
  await publishedOrder(api, { title: 'Вёрстка первой страницы' })
  const found = await findOrders('верстак')
  expect([titlesOf(found), found.corrected]).toEqual([[order.title], undefined])
})

test('"C++", "C#" and "1С" are words of their own, in letters of either alphabet', async () => {
  const { order: cpp } = await publishedOrder(api, { title: 'Библиотека на C++ для датчика' })
  const { order: sharp } = await publishedOrder(api, { title: 'Печать чеков на C#' })
  const { order: accounts } = await publishedOrder(api, { title: 'Отчёты в 1С для склада' })
  await publishedOrder(api, { title: 'Инструкция к кофемашинам' })
  for (const search of ['C++', 'c++', 'С++']) expect(titlesOf(await findOrders(search))).toEqual([cpp.title])
  for (const search of ['C#', 'С#']) expect(titlesOf(await findOrders(search))).toEqual([sharp.title])
  for (const search of ['1С', '1C', '1c'])
    expect(titlesOf(await findOrders(search))).toEqual([accounts.title])
})

test('letters of two characters and letters of the other alphabet inside a word are found', async () => {
  const { order } = await publishedOrder(api, { title: 'Ёлочный дизaйн витрины' })
  for (const search of ['елочный', 'ёлочный'.normalize('NFD'), 'елочный'.normalize('NFD'), 'дизайн витрины'])
    expect(titlesOf(await findOrders(search)), search).toEqual([order.title])
})

test('the database and the product have one normal form of words', async () => {
  const texts = Object.values(corpora).flatMap(({ market, questions }) => [
    ...market.listings.map(({ title }) => title),
    ...questions.map(({ typed }) => typed),
  ])
  const words = [...new Set(texts.flatMap((text) => wordsOf(text).map(({ written }) => written)))]
  const { rows } = await sql<{ word: string; plain: string }>`
    select word, search_text(word) as plain from unnest(${words}::text[]) word`.execute(api.ctx.db)
  const signs = { 'c++': ' cplusplus ', 'c#': ' csharp ', '.net': ' dotnet ' } as Record<string, string>
  for (const { word, plain } of rows) expect(plain, word).toBe(signs[normalWord(word)] ?? normalWord(word))
})

test('a word that mixes the alphabets is not replaced inside a longer one', async () => {
  const { rows } = await sql<{ plain: string }>`
    select search_text('аiа-аi кoмпьютер/кoмпьютерный зaпуск-зaпускaем') as plain`.execute(api.ctx.db)
  expect(rows[0]?.plain).toBe('aia-ai компьютер/компьютерный запуск-запускаем')
})

test('a normal form stays as it is when it is made normal again, whatever was typed', async () => {
  const sign = fc.constantFrom(
    ...'абвгеёйстхукopcxyabCСKКеE1+#.-_ ',
    'и\u0306',
    'е\u0308',
    'net',
    'Net',
    'İ',
    'ß',
    '😀',
  )
  const text = fc.oneof(
    fc.array(sign, { maxLength: 14 }).map((signs) => signs.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  const texts = fc.array(
    text.map((one) => one.replaceAll('\u0000', '')),
    { minLength: 50, maxLength: 100 },
  )
  const readTwice = async (written: string[]) => {
    const { rows } = await sql<{ written: string; once: string; twice: string }>`
      select written, search_text(written) as once, search_text(search_text(written)) as twice
      from unnest(${written}::text[]) written`.execute(api.ctx.db)
    return rows
  }
  await fc.assert(
    fc.asyncProperty(texts, async (written) => {
      for (const { written: one, once, twice } of await readTwice(written))
        expect(twice, JSON.stringify(one)).toBe(once)
      for (const word of written.flatMap((one) => wordsOf(one).map(({ normal }) => normal)))
        expect(normalWord(word), word).toBe(word)
    }),
    { numRuns: share(100, 20) },
  )
})

test('words of titles correct mistakes once they are counted', async () => {
  const { anna, order } = await publishedOrder(api, { title: 'Гравировка на латунных табличках' })
  const wordsLike = (pattern: string) =>
    api.ctx.db.selectFrom('search_words').select('word').where('word', 'like', pattern).execute()
  expect(await countTitleWords(api.ctx)).toBeGreaterThan(3)
  expect(await wordsLike('гравир%')).toEqual([{ word: 'гравировка' }])
  await expectLater('гравироква', [[order.title], 'гравировка'])
  // A word that no published title holds any more corrects nothing.
  await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
  await countTitleWords(api.ctx)
  expect(await wordsLike('гравир%')).toEqual([])
})

test('the last word matches its forms and what begins with its letters, and no more', async () => {
  const { order: fashion } = await publishedOrder(api, { title: 'Обзор моды весны' })
  const { order: part } = await publishedOrder(api, { title: 'Модуль оплаты' })
  const find = async (search: string) => titlesOf(await findOrders(search)).sort()
  expect(await find('мода')).toEqual([fashion.title])
  expect(await find('модул')).toEqual([part.title])
  expect(await find('моду')).toEqual([part.title, fashion.title])
  expect(await find('оплаты мод')).toEqual([part.title])
  expect(await find('"моду"')).toEqual([fashion.title])
  expect(await find('мод -оплаты')).toEqual([fashion.title])
})

test('a form that the database takes for another word is found and is no mistake', async () => {
  const { order } = await publishedOrder(api, { title: 'Эскизы татуировки' })
  await countTitleWords(api.ctx)
  await expectLater('татуировок', [[order.title], undefined])
})

test('names with signs are found however their parts are divided', async () => {
  const { order: server } = await publishedOrder(api, { title: 'Сервер на Node.js для склада' })
  const { order: bank } = await publishedOrder(api, { title: 'UX/UI мобильного банка' })
  for (const search of ['node js', 'nodejs', 'Node.js'])
    expect(titlesOf(await findOrders(search)), search).toEqual([server.title])
  for (const search of ['ux ui', 'uxui', 'UX / UI', 'гч.гш'])
    expect(titlesOf(await findOrders(search)), search).toEqual([bank.title])
  expect((await findOrders('node js')).corrected).toBeUndefined()
})

test('words with a hyphen in titles are found when they are typed as one, with a mistake', async () => {
  const { order } = await publishedOrder(api, { title: 'Скрипт для колл-центра' })
  await countTitleWords(api.ctx)
  await expectLater('колцентра', [[order.title], 'колл-центра'])
})

test('names of services correct mistakes, those of people without access do not', async () => {
  const gala = await freelancer(api)
  const values = { user_id: gala.id, name: 'Каллиграммы для открыток', price_term_id: 1 }
  await api.ctx.db.insertInto('user_services').values(values).execute()
  const words = () =>
    api.ctx.db.selectFrom('search_words').select('word').where('word', '=', 'каллиграммы').execute()
  await countTitleWords(api.ctx)
  expect(await words()).toHaveLength(1)
  await api.owner.updateTable('users').set({ status: 'blocked' }).where('id', '=', gala.id).execute()
  await countTitleWords(api.ctx)
  expect(await words()).toEqual([])
})

test('skills are suggested in whatever letters and form they are typed', async () => {
  const suggested = async (typed: string) => (await suggestSkills(api.ctx.db, typed)).map(({ name }) => name)
  for (const [typed, skill] of [
    ['Нtml', 'HTML'],
    ['С++', 'C++'],
    ['верстка'.normalize('NFD'), 'Вёрстка'],
    ['вёрстка'.normalize('NFD'), 'Вёрстка'],
    ['дизайн упаковке', 'Упаковка'],
  ])
    expect(await suggested(typed as string), typed).toContain(skill)
  expect(await suggested('макраме')).toEqual([])
  expect([skillName('С++'), skillName('Нtml'), skillName('Мaкраме')]).toEqual(['C++', 'HTML', 'Мaкраме'])
})

test('people are found by a mistyped word, by name and by skill', async () => {
  const gala = await freelancer(api)
  const params = { id: gala.id }
  await gala.call('POST /api/users/edit_user_name/:id', { params, body: { full_name: 'Галина' } })
  await api.ctx.db
    .updateTable('users')
    .set({ description: 'Иллюстратор детских книг' })
    .where('id', '=', gala.id)
    .execute()
  const find = (search: string, is_exact = false) =>
    reader.call('POST /api/users/get_all_users', { body: { filters: { search }, is_exact } })
  const found = await find('илюстратор')
  expect([found.items.map(({ id }) => id), found.corrected]).toEqual([[gala.id], 'иллюстратор'])
  expect((await find('илюстратор', true)).items).toEqual([])
  expect((await find('галина')).corrected).toBeUndefined()
})

test('the words of the market are read again after half an hour', async () => {
  const { db, now } = api.ctx
  const [minute, startMs] = [60_000, now().getTime() + 86_400_000]
  const vocabularyAfter = (ms: number) => marketVocabulary({ db, now: () => new Date(startMs + ms) })
  await vocabularyAfter(0)
  // Nobody waits for newer words: the search that asks for them goes on with the older ones.
  const newerThan = async (earlier: unknown, ms: number) => {
    await expect.poll(() => vocabularyAfter(ms)).not.toBe(earlier)
    return vocabularyAfter(ms)
  }
  const first = await vocabularyAfter(0)
  expect(await vocabularyAfter(30 * minute - 1)).toBe(first)
  expect(await vocabularyAfter(30 * minute)).toBe(first)
  const second = await newerThan(first, 30 * minute)
  // A clock that jumped back does not keep old words for longer.
  await newerThan(second, 0)
})

test('words that cannot be read anew leave the older ones, and are read again a minute later', async () => {
  const { db, now } = api.ctx
  let isAway = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isAway) throw new Error('Postgres is away')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const breakable = db.withPlugin(plugin) as typeof db
  const vocabularyAfter = (minutes: number) =>
    marketVocabulary({ db: breakable, now: () => new Date(now().getTime() + minutes * 60_000) })
  isAway = true
  await expect(vocabularyAfter(0)).rejects.toThrow('Postgres is away')
  isAway = false
  const first = await vocabularyAfter(2)
  isAway = true
  expect(await vocabularyAfter(40)).toBe(first)
  isAway = false
  expect(await vocabularyAfter(40)).toBe(first)
  await expect.poll(() => vocabularyAfter(42)).not.toBe(first)
})
