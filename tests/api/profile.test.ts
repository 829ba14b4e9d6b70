import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { codeOf } from '#tests/support/call.ts'
import { freelancer, type Person } from '#tests/support/people.ts'
import { categories } from '#tests/support/sample.ts'

let api: Api
let boris: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
  vera = await freelancer(api)
})

const inject = (url: string, payload: object = {}) =>
  api.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${boris.token}` },
  })

/** Every one-field call as existing clients send it, and what stands in the profile afterwards. */
const edits: [path: (id: number) => string, body: object, kept: object][] = [
  [(id) => `edit_user_name/${id}`, { full_name: '  Борис Б. ' }, { full_name: 'Борис Б.' }],
  [(id) => `edit_user_description/${id}`, { description: 'Сайты' }, { description: 'Сайты' }],
  [(id) => `edit_user_description/${id}`, { description: '' }, { description: null }],
  [
    (id) => `edit_user_resume_url/${id}`,
    { user_resume_url: 'https://b.example/cv' },
    { user_resume_url: 'https://b.example/cv' },
  ],
  [(id) => `edit_user_resume_url/${id}`, { user_resume_url: '' }, { user_resume_url: null }],
  [
    (id) => `change_user_spec/${id}?category_id=${categories.other}`,
    {},
    { category_id: categories.other, user_spec: { id: categories.other } },
  ],
  [(id) => `change_user_age_exp/${id}?years_of_experience=7`, {}, { years_of_experience: 7 }],
  [(id) => `change_user_age_exp/${id}?years_of_experience=y3_6`, {}, { years_of_experience: 3 }],
  [(id) => `edit_user_country?user_id=${id}&country=Сербия`, {}, { country: 'Сербия' }],
  [(id) => `edit_user_city?user_id=${id}&city=Белград`, {}, { city: 'Белград' }],
  [
    (id) => `edit_user_currency?user_id=${id}&currency_id=2`,
    {},
    { currency_id: 2, currency: { code: 'TON' } },
  ],
  ...['is_free', 'is_only_remote', 'is_price_conversion'].flatMap((flag) =>
    [true, false].map((on): (typeof edits)[0] => [
      (id) => `edit_user_${flag}?user_id=${id}&${flag}=${on}`,
      {},
      { [flag]: on },
    ]),
  ),
  ...['is_notify_new_order', 'is_notify_new_messages'].map((flag): (typeof edits)[0] => [
    (id) => `edit_user_${flag}?user_id=${id}&${flag}=False`,
    {},
    { [flag]: false },
  ]),
  [
    (id) => `edit_user_is_notify_hot_orders?user_id=${id}&is_notify_hot_oders=false`,
    {},
    { is_notify_hot_orders: false },
  ],
  [
    (id) =>
      `edit_user_is_notify_hot_orders?user_id=${id}&is_notify_hot_oders=false&is_notify_hot_orders=true`,
    {},
    { is_notify_hot_orders: true },
  ],
  [
    () => 'edit_user_languages',
    { languages: [{ code: 'en', level: 'b2' }, { code: 'ru' }] },
    {
      languages_info: [
        { code: 'en', level: 'b2' },
        { code: 'ru', level: null },
      ],
    },
  ],
]

describe.each(edits.map(([path, body, kept]) => [path(0), path, body, kept] as const))(
  '%s',
  (_name, path, body, kept) => {
    test('writes what was sent', async () => {
      const answer = await inject(`/api/users/${path(boris.id)}`, body)
      expect(answer.json()).toMatchObject(kept)
      expect(answer.statusCode).toBe(200)
    })

    test.runIf(path(0) !== path(1))('is refused for somebody else, who stays as they were', async () => {
      const look = () => vera.call('GET /api/users/full_user_info', { query: { user_id: vera.id } })
      const before = await look()
      expect((await inject(`/api/users/${path(vera.id)}`, body)).json()).toMatchObject({ code: 'not_owner' })
      expect(await look()).toEqual(before)
    })
  },
)

test('whatever else is sent beside a field changes nothing', async () => {
  const forged = {
    ...{
      role: 'admin',
      rating: 5,
      rating_count: 9,
      is_verified: false,
      is_focus_group: true,
      status: 'blocked',
    },
    ...{
      telegram_id: 1,
      username: 'ceo',
      completed_count: 99,
      verification: 'confirmed',
      photo_url: 'https://x.y',
    },
  }
  const row = () =>
    api.ctx.db.selectFrom('users').selectAll().where('id', '=', boris.id).executeTakeFirstOrThrow()
  const { full_name: _, updated_at: __, ...before } = await row()
  await inject(`/api/users/edit_user_name/${boris.id}`, { full_name: 'Боря', ...forged })
  const { full_name, updated_at: ___, ...after } = await row()
  expect(full_name).toBe('Боря')
  expect(after).toEqual(before)
})

describe('social links', () => {
  const send = (links: object) => inject(`/api/users/edit_user_social_links?user_id=${boris.id}`, links)

  test('are kept as addresses of their networks, and go when they are empty', async () => {
    const first = await send({ instagram: '@boris.b', vk: 'https://vk.com/boris', unknown: 'x' })
    expect(first.json().social_links).toMatchObject({
      instagram: 'https://instagram.com/boris.b',
      vk: 'https://vk.com/boris',
      tiktok: null,
    })
    const second = await send({ links: { vk: '', whatsapp: '+7 999 123-45-67' } })
    expect(second.json().social_links).toMatchObject({
      instagram: 'https://instagram.com/boris.b',
      vk: null,
      whatsapp: 'https://wa.me/79991234567',
    })
  })

  test('name every one that leads elsewhere, and keep none of them', async () => {
    const answer = await send({
      youtube: 'https://evil.example/@b',
      tiktok: 'javascript:alert(1)',
      vk: 'ok_name',
    })
    expect(answer.json()).toMatchObject({ code: 'invalid_input' })
    expect(
      answer
        .json()
        .details.fields.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['tiktok', 'youtube'])
    const { user } = await boris.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    expect(user.social_links.vk).toBeNull()
  })
})

describe('skills', () => {
  const add = (person: Person, skill_name: string) =>
    person.call('POST /api/users/add_user_skill', { body: { skill_name } })

  test('are not doubled by case and spaces, and are removed by their owner only', async () => {
    const first = await add(boris, 'Figma  Pro')
    expect(await add(boris, ' figma pro ')).toEqual(first)
    const query = { skill_id: first.skill_id }
    const remove = (person: Person) =>
      person.call('DELETE /api/users/dell_user_skill/:id', { params: { id: person.id }, query })
    expect(await codeOf(remove(vera))).toBe('not_found')
    expect((await remove(boris)).skills).toEqual([])
    expect(await codeOf(remove(boris))).toBe('not_found')
  })

  test('stop at the bound, also when they come at once', async () => {
    const person = await freelancer(api)
    const names = Array.from({ length: limits.skills.count + 5 }, (_, n) => `Навык ${n}`)
    const codes = await Promise.all(names.map((name) => codeOf(add(person, name))))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(limits.skills.count)
    expect(codes.filter((code) => code === 'list_full')).toHaveLength(5)
  })
})

test('portfolio links are https, shown as the browser reads them, and belong to one person', async () => {
  const add = (link_url: string) =>
    boris.call('POST /api/users/add_user_portfolio_link', { body: { link_name: 'Работы', link_url } })
  for (const wrong of ['http://b.example', 'javascript:alert(1)', 'https://a:b@c.example', 'b.example'])
    expect(await codeOf(add(wrong))).toBe('invalid_input')
  const link = await add('https://аpple.com/x')
  expect(link.link_url).toBe('https://xn--pple-43d.com/x')
  const query = { link_id: link.link_id }
  const remove = (person: Person) =>
    person.call('DELETE /api/users/dell_user_portfolio_link/:id', { params: { id: person.id }, query })
  expect(await codeOf(remove(vera))).toBe('not_found')
  expect((await remove(boris)).portfolio_links).toEqual([])
})

test('services are added, changed in place and removed by their owner', async () => {
  const body = { service_name: 'Лендинг', service_price: '2 500,50', service_currency_id: 1, terms_id: 1 }
  const service = await boris.call('POST /api/users/add_user_service', { body })
  expect(service).toMatchObject({ service_name: 'Лендинг', service_price: 2500.5, terms_id: 1, type: null })
  const change = (person: Person, changes: object) =>
    person.call('POST /api/users/edit_user_service', { body: { id: service.id, ...changes } })
  expect(await codeOf(change(vera, { service_name: 'Чужое' }))).toBe('not_found')
  expect(await codeOf(change(boris, { service_currency_id: 999 }))).toBe('invalid_input')
  expect(await change(boris, { service_price: null })).toEqual({ ...service, service_price: null })
  const list = { params: { id: boris.id } }
  expect(await vera.call('GET /api/users/user_service_list/:id', list)).toHaveLength(1)
  const query = { service_id: service.id }
  const remove = (person: Person) =>
    person.call('DELETE /api/users/dell_user_service/:id', { params: { id: person.id }, query })
  expect(await codeOf(remove(vera))).toBe('not_found')
  expect((await remove(boris)).services).toEqual([])
})

test('notification settings keep kinds, hours and zone, and refuse what cannot be', async () => {
  const set = (body: object) => boris.call('POST /api/users/notification_settings', { body })
  const wish = {
    muted_kinds: ['new_order' as const],
    quiet_from: '22:30',
    quiet_to: 480,
    time_zone: 'Europe/Moscow',
  }
  expect(await set(wish)).toMatchObject({ ...wish, quiet_from: 1350, quiet_to: 480 })
  expect(await set({ is_notify_new_order: 'false' })).toMatchObject({
    is_notify_new_order: false,
    quiet_from: 1350,
  })
  for (const wrong of [
    { quiet_from: 10 },
    { quiet_from: 10, quiet_to: null },
    { time_zone: 'Mars/Olympus' },
    { muted_kinds: ['all'] },
    { quiet_from: 1440, quiet_to: 1 },
  ])
    expect(await codeOf(set(wrong)), JSON.stringify(wrong)).toBe('invalid_input')
  expect(await set({ quiet_from: null, quiet_to: null })).toMatchObject({ quiet_from: null, quiet_to: null })
})
