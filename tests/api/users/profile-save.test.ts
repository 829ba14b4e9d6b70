import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

type Body = NonNullable<Input<Calls['PATCH /api/users/profile']>['body']>

let api: Api
let boris: Person
beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  boris = await freelancer(api)
})

const saveProfile = (person: Person, body: Body) => person.call('PATCH /api/users/profile', { body })
const sendPayload = (person: Person, payload: object) => {
  const headers = { authorization: `Bearer ${person.token}` }
  return api.server.inject({ method: 'PATCH', url: '/api/users/profile', payload, headers })
}
const profileOf = async (person: Person) =>
  (await person.call('GET /api/users/full_user_info', { query: { user_id: person.id } })).user
/** Paths of the request's refused fields, sorted alphabetically. */
const problemPaths = (answer: { json(): { details: { fields: { path: string }[] } } }) =>
  answer
    .json()
    .details.fields.map(({ path }) => path)
    .sort()

const fullBody: Body = {
  full_name: ' Борис Б. ',
  description: 'Сайты',
  country: 'Сербия',
  city: 'Белград',
  category_id: categories.other,
  years_of_experience: 'y3_6',
  currency_id: 2,
  is_free: false,
  is_only_remote: 'true',
  is_notify_new_order: false,
  user_resume_url: 'https://b.example/cv',
  skills: ['Figma', 'Vue', ' figma '],
  portfolio_links: [{ link_name: 'Работы', link_url: 'https://b.example/work' }],
  services: [{ service_name: 'Лендинг', service_price: '2 500,50' }],
  languages: [{ code: 'ru' }, { code: 'en', level: 'b2' }],
  social_links: { vk: '@boris', whatsapp: '+7 999 123-45-67' },
}
const storedProfile = {
  full_name: 'Борис Б.',
  description: 'Сайты',
  country: 'Сербия',
  city: 'Белград',
  category_id: categories.other,
  years_of_experience: 3,
  currency_id: 2,
  is_free: false,
  is_only_remote: true,
  is_notify_new_order: false,
  user_resume_url: 'https://b.example/cv',
  skills: [{ skill_name: 'Figma' }, { skill_name: 'Vue' }],
  portfolio_links: [{ link_name: 'Работы', link_url: 'https://b.example/work' }],
  services: [{ service_name: 'Лендинг', service_price: 2500.5, service_currency_id: 1, terms_id: null }],
  languages_info: [
    { code: 'en', level: 'b2' },
    { code: 'ru', level: null },
  ],
  social_links: { vk: 'https://vk.com/boris', whatsapp: 'https://wa.me/79991234567', tiktok: null },
}

test('one call writes every field, and twice is as once', async () => {
  expect(await saveProfile(boris, fullBody)).toMatchObject(storedProfile)
  expect(await saveProfile(boris, { ...fullBody, user_id: boris.id })).toMatchObject(storedProfile)
  expect(await profileOf(boris)).toMatchObject(storedProfile)
  const { tables } = await boris.call('GET /api/users/export')
  expect(tables.users).toMatchObject([{ description: 'Сайты', country: 'Сербия', city: 'Белград' }])
})

test('what is not sent stays, null and empty texts clear', async () => {
  const profileBefore = await saveProfile(boris, fullBody)
  expect(await saveProfile(boris, {})).toEqual(profileBefore)
  expect(await saveProfile(boris, { city: 'Нови-Сад' })).toEqual({ ...profileBefore, city: 'Нови-Сад' })
  const clearedFields = {
    description: null,
    category_id: null,
    years_of_experience: null,
    user_resume_url: null,
  }
  const lists = { skills: [], portfolio_links: [], services: [], languages: [] }
  const clearedProfile = await saveProfile(boris, {
    ...clearedFields,
    ...lists,
    country: '',
    city: ' ',
    social_links: { vk: null },
  })
  expect(clearedProfile).toMatchObject({ ...clearedFields, country: null, city: null, user_spec: null })
  expect(clearedProfile).toMatchObject({ skills: [], portfolio_links: [], services: [], languages_info: [] })
  expect(clearedProfile.social_links).toMatchObject({ vk: null, whatsapp: 'https://wa.me/79991234567' })
})

const textOf = (n: number) => 'а'.repeat(n)
const invalidBodies: [path: string, body: object][] = [
  ['full_name', { full_name: null }],
  ['full_name', { full_name: ' \u200b ' }],
  ['description', { description: textOf(2001) }],
  ['country', { country: textOf(65) }],
  ['city', { city: 7 }],
  ['category_id', { category_id: 999_999 }],
  ['category_id', { category_id: categories.group }],
  ['years_of_experience', { years_of_experience: 61 }],
  ['currency_id', { currency_id: 999 }],
  ['currency_id', { currency_id: null }],
  ['user_resume_url', { user_resume_url: 'http://b.example/cv' }],
  ['skills.1', { skills: ['Vue', textOf(41)] }],
  ['skills', { skills: Array.from({ length: limits.skills.count + 1 }, (_, n) => `Навык ${n}`) }],
  ['portfolio_links.0.link_url', { portfolio_links: [{ link_name: 'Я', link_url: 'javascript:alert(1)' }] }],
  [
    'services.1.service_price',
    { services: [{ service_name: 'А' }, { service_name: 'Б', service_price: -1 }] },
  ],
  ['services.0.terms_id', { services: [{ service_name: 'А', terms_id: 999 }] }],
  ['services.0.service_currency_id', { services: [{ service_name: 'А', service_currency_id: 999 }] }],
  ['languages.0.level', { languages: [{ code: 'en', level: 'z9' }] }],
  ['social_links.vk', { social_links: { vk: 'https://evil.example/b', youtube: '@boris' } }],
  ['is_free', { is_free: 'perhaps' }],
]

describe('one wrong field refuses all, by its name, and nothing is saved', () => {
  test.each(invalidBodies)('%s %j', async (path, body) => {
    const profileBefore = await profileOf(boris)
    const answer = await sendPayload(boris, { ...fullBody, ...body })
    expect([answer.statusCode, answer.json().code, problemPaths(answer)]).toEqual([
      422,
      'invalid_input',
      [path],
    ])
    expect(await profileOf(boris)).toEqual(profileBefore)
  })

  test('several are named together', async () => {
    const ids = { category_id: categories.group, currency_id: 999, social_links: { vk: 'evil.example/b' } }
    expect(problemPaths(await sendPayload(boris, { ...fullBody, ...ids }))).toEqual([
      'category_id',
      'currency_id',
      'social_links.vk',
    ])
  })
})

test('a name that is no field of a profile is refused by its name', async () => {
  const profileBefore = await profileOf(boris)
  const forgedFields = { role: 'admin', rating: 5, is_verified: true, telegram_id: 1, headline_: 'x' }
  const answer = await sendPayload(boris, { city: 'Белград', ...forgedFields })
  expect([answer.json().code, problemPaths(answer)]).toEqual([
    'invalid_input',
    Object.keys(forgedFields).sort(),
  ])
  expect(await profileOf(boris)).toEqual(profileBefore)
})

test('entries with an id are changed in place, the others go', async () => {
  const links = ['a', 'b'].map((name) => ({ link_name: name, link_url: `https://b.example/${name}` }))
  const services = [{ service_name: 'Лендинг', service_price: 100 }, { service_name: 'Магазин' }]
  const first = await saveProfile(boris, { skills: ['Ваяние', 'Vue'], portfolio_links: links, services })
  const second = await saveProfile(boris, {
    skills: ['CSS', 'ваяние'],
    portfolio_links: [
      { link_name: 'new', link_url: 'https://b.example/' },
      ...first.portfolio_links.slice(1).map((link) => ({ ...link, link_name: 'B' })),
    ],
    services: [
      ...first.services.slice(0, 1).map(({ id }) => ({ id, service_name: 'Сайт' })),
      { service_name: 'Блог' },
    ],
  })
  expect(second.skills).toMatchObject([{ ...first.skills[0], skill_name: 'ваяние' }, { skill_name: 'CSS' }])
  expect(second.portfolio_links).toMatchObject([
    { ...first.portfolio_links[1], link_name: 'B' },
    { link_name: 'new' },
  ])
  expect(second.services).toMatchObject([
    { ...first.services[0], service_name: 'Сайт', service_price: 100 },
    { service_name: 'Блог', service_price: null },
  ])
  expect(second.services).toHaveLength(2)
})

test('lists that come at once do not mix', async () => {
  const lists = [...'абвгдежз'].map((name) => [1, 2, 3].map((n) => ({ service_name: `${name}${n}` })))
  await Promise.all(lists.map((services) => saveProfile(boris, { services })))
  const { services } = await profileOf(boris)
  expect(lists).toContainEqual(services.map(({ service_name }) => ({ service_name })))
})

test('nobody writes the profile of somebody else, or takes their entries', async () => {
  const vera = await freelancer(api)
  const profileBefore = await saveProfile(vera, fullBody)
  expect(await codeOf(saveProfile(boris, { user_id: vera.id, city: 'Чужой' }))).toBe('not_owner')
  const foreignFiles = await sendPayload(boris, {
    services: profileBefore.services.map(({ id }) => ({ id, service_name: 'Моё' })),
    portfolio_links: profileBefore.portfolio_links.map((link) => ({ ...link, link_name: 'Моё' })),
  })
  expect([foreignFiles.json().code, problemPaths(foreignFiles)]).toEqual([
    'invalid_input',
    ['portfolio_links.0.link_id', 'services.0.id'],
  ])
  expect(await profileOf(vera)).toEqual(profileBefore)
  expect(await profileOf(boris)).toMatchObject({ services: [], portfolio_links: [] })
})
