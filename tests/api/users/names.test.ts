import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, Refused } from '#tests/support/api/call.ts'
import { newOrder } from '#tests/support/orders/sample.ts'
import { client, login, newAccount, type Person } from '#tests/support/people/people.ts'

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
})

const zalgoText = (mark: string) => `Z${mark.repeat(60)}algo`

/** Names as people type them, with the normalised names that the product shows. */
const normalizedNames: [what: string, given: string, seen: string][] = [
  ['a right-to-left override', '\u202eаннА', 'аннА'],
  ['the other overrides and embeddings', 'А\u202a\u202b\u202c\u202d\u202eнна', 'Анна'],
  ['isolates', '\u2066А\u2067\u2068нна\u2069', 'Анна'],
  ['marks of direction', '\u200eАнна\u200f\u061c', 'Анна'],
  ['zero-width and soft characters', 'А\u200bн\u2060н\ufeff\u00adа', 'Анна'],
  ['a joiner and its opposite where nothing joins', 'А\u200dн\u200cна', 'Анна'],
  ['control characters and lines', 'Анна\u0007\r\n\tЛебедева\u0085', 'Анна Лебедева'],
  ['tag characters without a flag', 'Анна\u{e0041}\u{e0042}', 'Анна'],
  ['signs of private use', 'Анна\ue000', 'Анна'],
  ['fillers and an empty Braille cell', 'Анна\u3164\u115f\u2800Л', 'Анна Л'],
  ['a family of emoji', 'Анна 👨‍👩‍👧', 'Анна \u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a heart, a keycap and a thumb', '❤️ 1️⃣ 👍🏽', '\u2764\ufe0f 1\ufe0f\u20e3 \u{1f44d}\u{1f3fd}'],
  [
    'the flag of England',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['a Persian name with a non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a Hindi cluster with a joiner', 'क्\u200dष', 'क्\u200dष'],
  ['Thai, Hebrew and Vietnamese marks', 'ที่ שָׁלוֹם Nguyễn', 'ที่ שָׁלוֹם Nguyễn'],
  ['a flood of marks', zalgoText('\u0335'), `Z${'\u0335'.repeat(5)}algo`],
  ['a flood held apart by joiners', `ب${'\u200d\u064e'.repeat(60)}ب`, `ب${'\u200d\u064e'.repeat(5)}ب`],
]

describe('a name is what can be seen of it', () => {
  test.each(normalizedNames)('in launch data: %s', async (_kind, rawName, shownName) => {
    const { user } = await login(api, newAccount({ first_name: rawName }))
    expect(user.full_name).toBe(shownName)
  })

  test('in everything that people name', async () => {
    const storedNames = []
    const idParams = { params: { id: anna.id } }
    for (const [, given] of normalizedNames) {
      const { full_name } = await anna.call('POST /api/users/edit_user_name/:id', {
        ...idParams,
        body: { full_name: given },
      })
      storedNames.push(full_name)
    }
    expect(storedNames).toEqual(normalizedNames.map(([, , seen]) => seen))
    const [, given, seen] = normalizedNames[1] as (typeof normalizedNames)[number]
    const user_id = anna.id
    const fields = { title: given, tags: [given], skills: [given] }
    const createdOrder = await anna.call('POST /api/projects/create', { body: newOrder(fields) })
    expect(createdOrder).toMatchObject({ title: seen, tags: [seen] })
    expect(
      await anna.call('POST /api/users/edit_user_city', { query: { user_id, city: given } }),
    ).toMatchObject({ city: seen })
    const skill = { user_id, skill_name: given }
    expect(await anna.call('POST /api/users/add_user_skill', { body: skill })).toMatchObject({
      skill_name: seen,
    })
    const service = { user_id, service_name: given }
    expect(await anna.call('POST /api/users/add_user_service', { body: service })).toMatchObject({
      service_name: seen,
    })
    const search = { kind: 'order' as const, name: given, filters: {} }
    expect(await anna.call('POST /api/saved_searches', { body: search })).toMatchObject({ name: seen })
  })
})

const emptyNames = [
  '\u202e',
  '\u200b\u200d\u2060',
  '\u3164',
  '\u2800\u2800',
  '\u0301\u0301',
  '\ufe0f',
  ' \u00ad ',
]

describe('a name of which nothing can be seen', () => {
  test('is the username at the door, and else a neutral word in the language of the person', async () => {
    for (const first_name of emptyNames) {
      const namedAccount = newAccount({ first_name })
      expect((await login(api, namedAccount)).user.full_name).toBe(namedAccount.username)
    }
    for (const [language_code, firstWord] of [
      ['ru', 'Пользователь'],
      ['en', 'Member'],
    ] as const)
      for (const first_name of emptyNames) {
        const unnamedAccount = newAccount({
          first_name,
          last_name: '\u200b',
          username: undefined,
          language_code,
        })
        expect((await login(api, unnamedAccount)).user.full_name).toBe(firstWord)
      }
  })

  test.each(emptyNames)('is no name of oneself, of an order or of a tag: %j', async (rawName) => {
    const params = { id: anna.id }
    const renameCall = anna.call('POST /api/users/edit_user_name/:id', {
      params,
      body: { full_name: rawName },
    })
    expect(await codeOf(renameCall)).toBe('invalid_input')
    for (const fields of [{ title: rawName.repeat(3) }, { tags: [rawName] }, { skills: [rawName] }])
      expect(await codeOf(anna.call('POST /api/projects/create', { body: newOrder(fields) }))).toBe(
        'invalid_input',
      )
  })
})

test('a long name from Telegram is cut between what can be seen', async () => {
  const first_name = `${'а'.repeat(62)}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}`
  const { user } = await login(api, newAccount({ first_name }))
  expect(user.full_name).toBe(`${'а'.repeat(62)}\u{1f468}`)
  // A lone surrogate is not a character, so it is removed from the name and the login still succeeds.
  expect((await login(api, newAccount({ first_name: 'Анна\ud83d' }))).user.full_name).toBe('Анна')
})

async function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return 'accepted'
  } catch (error) {
    if (error instanceof Refused) return error.problem.details?.fields
    throw error
  }
}

describe('a name that others would take for somebody else, or that shows a way around the product', () => {
  test.each([
    ['Служба поддержки', 'name_reserved'],
    ['Мoдератор', 'name_reserved'],
    ['О т к л и к', 'name_reserved'],
    ['Анна @anna_design', 'name_contacts'],
    ['Анна 8 912 345-67-89', 'name_contacts'],
    ['anna-design.ru', 'name_contacts'],
  ])('%s is refused with the reason, and the old one stays', async (full_name, message) => {
    const profileBefore = await anna.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
    const saveCall = anna.call('PATCH /api/users/profile', { body: { full_name } })
    expect(await fieldsOf(saveCall)).toEqual([{ path: 'full_name', message }])
    const profileAfter = await anna.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
    expect(profileAfter.user.full_name).toBe(profileBefore.user.full_name)
  })

  test('titles of services, links and pictures refuse contacts, and take words that are honest work', async () => {
    const contact = 'Логотипы, тг @anna_design'
    const service = (service_name: string) =>
      anna.call('POST /api/users/add_user_service', { body: { user_id: anna.id, service_name } })
    expect(await fieldsOf(service(contact))).toEqual([{ path: 'service_name', message: 'name_contacts' }])
    for (const title of ['Чат-бот для Telegram', 'Поддержка сайтов', 'Администратор групп VK'])
      expect(await service(title)).toMatchObject({ service_name: title })
    const { id } = await service('Логотипы')
    const editFields = { user_id: anna.id, id, service_name: contact }
    expect(await fieldsOf(anna.call('POST /api/users/edit_user_service', { body: editFields }))).toEqual([
      { path: 'service_name', message: 'name_contacts' },
    ])
    const link = { user_id: anna.id, link_name: contact, link_url: 'https://a.example' }
    expect(await fieldsOf(anna.call('POST /api/users/add_user_portfolio_link', { body: link }))).toEqual([
      { path: 'link_name', message: 'name_contacts' },
    ])
    const fullProfile = {
      services: [{ service_name: 'Логотипы' }, { service_name: contact }],
      portfolio_links: [{ link_name: contact, link_url: 'https://a.example' }],
      works: [{ file_id: 1, title: contact }],
    }
    expect(await fieldsOf(anna.call('PATCH /api/users/profile', { body: fullProfile }))).toEqual(
      expect.arrayContaining([
        { path: 'services.1.service_name', message: 'name_contacts' },
        { path: 'portfolio_links.0.link_name', message: 'name_contacts' },
        { path: 'works.0.title', message: 'name_contacts' },
      ]),
    )
  })

  test('from Telegram it stops no login: a neutral word stands for it, and the person is told', async () => {
    for (const first_name of ['Поддержка', 'Аdmin', 'Пишите @anna_design', 't.me/anna']) {
      const account = newAccount({ first_name })
      const { user } = await login(api, account)
      expect(user).toMatchObject({ full_name: 'Пользователь', is_name_neutral: true })
    }
    const { user } = await login(api, newAccount({ first_name: 'Анна' }))
    expect(user).toMatchObject({ full_name: 'Анна', is_name_neutral: false })
  })

  test('a user name that is reserved stands for no name either', async () => {
    const { user } = await login(api, newAccount({ first_name: '\u200b', username: 'otklik_support' }))
    expect(user.full_name).toBe('Пользователь')
  })
})
