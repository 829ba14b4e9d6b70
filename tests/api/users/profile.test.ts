import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
let boris: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
  vera = await freelancer(api)
})

const postJson = (url: string, payload: object = {}) =>
  api.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${boris.token}` },
  })

/** Each API call that edits one field of the profile, as existing clients send it, with the resulting profile. */
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

describe.each(edits.map(([path, body, storedFields]) => [path(0), path, body, storedFields] as const))(
  '%s',
  (_name, path, body, keptFields) => {
    test('writes what was sent', async () => {
      const answer = await postJson(`/api/users/${path(boris.id)}`, body)
      expect(answer.json()).toMatchObject(keptFields)
      expect(answer.statusCode).toBe(200)
    })

    test.runIf(path(0) !== path(1))('is refused for somebody else, who stays as they were', async () => {
      const viewProfile = () => vera.call('GET /api/users/full_user_info', { query: { user_id: vera.id } })
      const profileBefore = await viewProfile()
      expect((await postJson(`/api/users/${path(vera.id)}`, body)).json()).toMatchObject({
        code: 'not_owner',
      })
      expect(await viewProfile()).toEqual(profileBefore)
    })
  },
)

test('whatever else is sent beside a field changes nothing', async () => {
  const forgedFields = {
    role: 'admin',
    rating: 5,
    rating_count: 9,
    is_verified: false,
    is_focus_group: true,
    status: 'blocked',
    telegram_id: 1,
    username: 'ceo',
    completed_count: 99,
    verification: 'confirmed',
    photo_url: 'https://x.y',
  }
  const row = () =>
    api.ctx.db.selectFrom('users').selectAll().where('id', '=', boris.id).executeTakeFirstOrThrow()
  const { full_name: _, updated_at: __, ...rowBefore } = await row()
  await postJson(`/api/users/edit_user_name/${boris.id}`, { full_name: 'Боря', ...forgedFields })
  const { full_name, updated_at: ___, ...rowAfter } = await row()
  expect(full_name).toBe('Боря')
  expect(rowAfter).toEqual(rowBefore)
})
