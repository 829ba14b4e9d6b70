import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let ada: Person
beforeAll(async () => {
  api = await openApi()
  ada = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ada.id).execute()
})
const audit = (query = {}) => ada.call('GET /api/admin/audit', { query })
const blockPerson = (person: Person, reason: string) =>
  ada.call('POST /api/admin/users/:id/status', {
    params: { id: person.id },
    body: { status: 'blocked', reason },
  })

test('every act is found by its number, person, word, actor, kind and day', async () => {
  const [firstClient, secondClient] = [await client(api), await client(api)]
  await blockPerson(firstClient, 'Рассылал приглашения в пирамиду')
  await ada.call('POST /api/admin/currency_rates', { body: { currency_id: 3, rate_to_base: 81 } })
  const { items } = await audit({ search: 'пирамиду' })
  expect(items).toMatchObject([
    {
      action: 'user.block',
      subject_type: 'user',
      subject_id: firstClient.id,
      listing_kind: null,
      origin: 'app',
      actor: { id: ada.id, role: 'admin' },
      before: { status: 'active' },
      after: { status: 'blocked', reason: 'Рассылал приглашения в пирамиду' },
    },
  ])
  const actions = async (query: object) => (await audit(query)).items.map(({ action }) => action)
  expect(await actions({ search: String(firstClient.id), subject: 'user' })).toEqual(['user.block'])
  expect(await actions({ subject: 'currency' })).toEqual(['currency.rate'])
  expect(await actions({ action: 'currency' })).toEqual(['currency.rate'])
  expect(await actions({ action: 'curren' })).toEqual([])
  expect((await actions({ actor_id: ada.id })).sort()).toEqual(['currency.rate', 'user.block'])
  expect(await actions({ actor_id: secondClient.id })).toEqual([])
  const today = new Date(api.ctx.now().getTime() + 3 * 60 * 60_000).toISOString().slice(0, 10)
  expect(await actions({ from: today, to: today, action: 'user.block' })).toEqual(['user.block'])
  expect(await actions({ to: '2020-01-01' })).toEqual([])
  expect(await actions({ from: '2099-01-01' })).toEqual([])
})

test('pages go on where the last ended, also while entries are added', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => client(api)))
  for (const person of people) await blockPerson(person, 'Спам в откликах')
  const query = { search: 'Спам в откликах', per_page: 2 }
  const first = await audit(query)
  expect(first.total).toBe(5)
  await blockPerson(await client(api), 'Спам в откликах')
  const second = await audit({ ...query, cursor: first.next_cursor })
  const thirdPage = await audit({ ...query, cursor: second.next_cursor })
  expect([...first.items, ...second.items, ...thirdPage.items].map(({ subject_id }) => subject_id)).toEqual(
    people.map(({ id }) => id).reverse(),
  )
  expect(thirdPage.next_cursor).toBeNull()
  expect(await codeOf(audit({ cursor: 'bm9wZTox' }))).toBe('invalid_input')
})

test('only an administrator reads it', async () => {
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  expect(await codeOf(vera.call('GET /api/admin/reports', { query: {} }))).toBe('accepted')
  expect(await codeOf(vera.call('GET /api/admin/audit', { query: {} }))).toBe('not_found')
})

test('complaints about one thing are one row with everybody who complained and their record', async () => {
  const olga = await moderator(api)
  const [reported, ...reporters] = await Promise.all(Array.from({ length: 4 }, () => login(api)))
  if (!reported) throw new Error('nobody')
  const body = { subject_type: 'user', subject_id: reported.id, reason: 'abuse', comment: 'Грубит' } as const
  for (const person of reporters) await person.call('POST /api/reports', { body })
  const rows = async (state: 'open' | 'closed') =>
    (await olga.call('GET /api/admin/reports', { query: { state } })).items.filter(
      ({ subject_id }) => subject_id === reported.id,
    )
  const [row, ...otherRows] = await rows('open')
  expect(otherRows).toEqual([])
  expect(row).toMatchObject({
    subject_type: 'user',
    author: { id: reported.id },
    open: 3,
    accepted: 0,
    dismissed: 0,
  })
  expect(row?.complaints).toHaveLength(3)
  expect(row?.complaints[0]).toMatchObject({
    comment: 'Грубит',
    state: 'open',
    reporter_id: reporters[2]?.id,
    reporter_accepted: 0,
    reporter_dismissed: 0,
  })
  expect(await rows('closed')).toEqual([])
})
