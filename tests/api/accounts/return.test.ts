import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { deleteExpired } from '#services/operations/retention.ts'
import { openRoomWith } from '#tests/api/chat/chat-scenes.ts'
import { sentRequest, terms } from '#tests/api/services/request-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { publishedOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import { type Confirmations, openConfirmations } from '#tests/support/people/admin-press.ts'
import {
  client,
  confirmPhone,
  freelancer,
  login,
  moderator,
  type Person,
} from '#tests/support/people/people.ts'

const hour = 60 * 60_000
const day = 24 * hour

let api: Api
let bot: Confirmations
let olga: Person
beforeAll(async () => {
  api = await openApi()
  bot = await openConfirmations(api)
})
beforeEach(async () => {
  olga = await moderator(api)
})

/** Deletes the account and opens the mini-app again one second later. */
async function returnFromDeletion(person: Person): Promise<Person> {
  await person.call('DELETE /api/users/delete/:id', { params: { id: person.id } })
  return reopenAccount(person)
}

function reopenAccount({ account }: Person): Promise<Person> {
  api.advanceClock(1000)
  return login(api, account)
}

const keptRows = async () =>
  (await api.ctx.db.selectFrom('departures').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
const seenByStaff = async ({ id }: Person) => {
  const { items } = await olga.call('GET /api/admin/users', { query: { search: String(id) } })
  return items.find((person) => person.id === id)
}
/** Inserts the given number of responses with times in the last hour. */
async function sendResponses({ id: user_id }: Person, count: number): Promise<void> {
  const { anna } = await publishedOrder(api)
  const listing = {
    ...({ kind: 'order', author_id: anna.id, title: 'Заказ' } as const),
    content_hash: 'x',
    responses_count: 1,
  }
  const listings = await api.ctx.db
    .insertInto('listings')
    .values(Array.from({ length: count }, () => listing))
    .returning('id as listing_id')
    .execute()
  const responseFields = { user_id, response_text: 'Текст', created_at: api.ctx.now().toISOString() }
  await api.ctx.db
    .insertInto('responses')
    .values(listings.map((row) => ({ ...row, ...responseFields })))
    .execute()
}
const postOrder = (person: Person) => person.call('POST /api/projects/create', { body: newOrder() })

describe('who deletes the account and comes back', () => {
  test('has posted what they have posted today, and is free of it after 24 hours', async () => {
    const anna = await client(api)
    for (let n = 0; n < 9; n++) await postOrder(anna)
    const secondAccount = await returnFromDeletion(anna)
    expect(secondAccount.id).not.toBe(anna.id)
    expect(await codeOf(postOrder(secondAccount))).toBe('accepted')
    expect(await codeOf(postOrder(secondAccount))).toBe('too_many_posts')
    // A second deletion and a third account do not reset the limits either.
    const thirdAccount = await returnFromDeletion(secondAccount)
    expect(await codeOf(postOrder(thirdAccount))).toBe('too_many_posts')
    api.advanceClock(day)
    expect(await codeOf(postOrder(await login(api, anna.account)))).toBe('accepted')
  })

  test('has complained and responded as often', async () => {
    const boris = await freelancer(api)
    const { order } = await publishedOrder(api)
    await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    for (let n = 0; n < 10; n++) {
      const { id } = await login(api)
      const body = { subject_type: 'user', subject_id: id, reason: 'spam' } as const
      await boris.call('POST /api/reports', { body })
    }
    await sendResponses(boris, limits.responsesPerDay.base - 2)
    const returnedAccount = await returnFromDeletion(boris)
    await confirmPhone(api, returnedAccount)
    const { order: other } = await publishedOrder(api)
    expect(await codeOf(returnedAccount.call('POST /api/projects/add_resp', responseTo(order.id)))).toBe(
      'accepted',
    )
    expect(await codeOf(returnedAccount.call('POST /api/projects/add_resp', responseTo(other.id)))).toBe(
      'too_many_responses',
    )
    const body = { subject_type: 'user', subject_id: olga.id, reason: 'spam' } as const
    expect(await codeOf(returnedAccount.call('POST /api/reports', { body }))).toBe('too_many_reports')
    const counters = await api.ctx.db
      .selectFrom('departures')
      .select(['kind', 'moments'])
      .where('kind', 'in', ['reports', 'responses'])
      .orderBy('kind')
      .execute()
    expect(counters.map(({ kind, moments }) => [kind, moments.length])).toEqual([
      ['reports', 10],
      ['responses', limits.responsesPerDay.base - 1],
    ])
  })

  test('has taken orders of the own services, which are no responses to others', async () => {
    const { anna, boris, params } = await sentRequest(api)
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: terms.price } })
    const { order } = await publishedOrder(api)
    await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    await anna.call('POST /api/projects/complete/:id', { params })
    await api.ctx.db.deleteFrom('departures').execute()
    await returnFromDeletion(boris)
    const counters = api.ctx.db.selectFrom('departures').select('moments').where('kind', '=', 'responses')
    expect((await counters.execute()).map(({ moments }) => moments.length)).toEqual([1])
  })

  test('has written to as many strangers and sent as many files', async () => {
    const gleb = await freelancer(api)
    const { anna, order } = await publishedOrder(api)
    await gleb.call('POST /api/projects/add_resp', responseTo(order.id))
    await placeRows(api.owner, 'responses', { listing_id: order.id }, { status: 'shown' })
    await openRoomWith(gleb, anna, { project_id: order.id })
    await openRoomWith(await freelancer(api), gleb)
    for (let n = 0; n < limits.chat.newPerDay - 1; n++) await openRoomWith(gleb, await freelancer(api))
    const file = {
      owner_id: gleb.id,
      name: 'a.png',
      file_format: 'png',
      mime_type: 'image/png',
      bytes: 1,
      created_at: api.ctx.now().toISOString(),
    }
    const purposes = ['attachment', 'portfolio', 'document'] as const
    await api.ctx.db
      .insertInto('files')
      .values(purposes.map((purpose) => ({ ...file, purpose, storage_key: `${gleb.id} ${purpose}` })))
      .execute()
    const returnedAccount = await returnFromDeletion(gleb)
    await confirmPhone(api, returnedAccount)
    const open = async () => codeOf(openRoomWith(returnedAccount, await freelancer(api)))
    expect([await open(), await open()]).toEqual(['accepted', 'too_many_chats'])
    const uploads = await api.ctx.db
      .selectFrom('departures')
      .select('moments')
      .where('kind', '=', 'uploads')
      .execute()
    expect(uploads.map(({ moments }) => moments.length)).toEqual([2])
  })

  test('stays blocked until the staff lets them in', async () => {
    const gleb = await login(api)
    const setAccountStatus = (status: 'blocked' | 'active') =>
      olga.call('POST /api/admin/users/:id/status', {
        params: { id: gleb.id },
        body: { status, reason: 'обман' },
      })
    await setAccountStatus('blocked')
    await bot.confirmInBot(olga, async () => {
      const { confirmation } = await olga.call('DELETE /api/users/delete/:id', { params: { id: gleb.id } })
      if (!confirmation) throw new Error('no press was asked for')
      return confirmation
    })
    expect(await codeOf(reopenAccount(gleb))).toBe('blocked')
    const { id } = await api.ctx.db
      .selectFrom('users')
      .select('id')
      .where('telegram_id', '=', gleb.account.id)
      .executeTakeFirstOrThrow()
    expect(id).not.toBe(gleb.id)
    const params = { id }
    await olga.call('POST /api/admin/users/:id/status', { params, body: { status: 'active' } })
    const reopenedAccount = await reopenAccount(gleb)
    expect((await returnFromDeletion(reopenedAccount)).id).not.toBe(id)
  })

  test('stays out of reach of who had blocked them, and the open complaint is about the new account', async () => {
    const [vera, gleb] = [await login(api), await login(api)]
    await vera.call('POST /api/blocks/:user_id', { params: { user_id: gleb.id } })
    const body = { subject_type: 'user', subject_id: gleb.id, reason: 'abuse' } as const
    const { id } = await olga.call('POST /api/reports', { body })
    const returnedAccount = await returnFromDeletion(gleb)
    expect((await vera.call('GET /api/blocks')).map((person) => person.id)).toEqual([returnedAccount.id])
    const { items } = await olga.call('GET /api/admin/moderation', {
      query: { subject: 'report', per_page: 100 },
    })
    expect(items.find(({ report }) => report?.id === id)).toMatchObject({
      author: { id: returnedAccount.id },
      author_returned: true,
    })
    const readBlocks = () =>
      api.ctx.db
        .selectFrom('departures')
        .select('kind')
        .where('kind', '=', 'blocked_by')
        .where('other_id', '=', vera.id)
        .execute()
    expect(await readBlocks()).toHaveLength(1)
    await vera.call('DELETE /api/blocks/:user_id', { params: { user_id: returnedAccount.id } })
    expect(await readBlocks()).toEqual([])
  })

  test('is marked for the staff alone, with the number of rejections', async () => {
    const { anna } = await rejectedOrder(api)
    const returnedAccount = await returnFromDeletion(anna)
    expect((await seenByStaff(returnedAccount))?.returned).toEqual({ rejections: 1 })
    expect((await seenByStaff(await login(api)))?.returned).toBeNull()
    for (const viewer of [returnedAccount, await login(api)]) {
      const query = { user_id: returnedAccount.id }
      const shownProfile = JSON.stringify(await viewer.call('GET /api/users/full_user_info', { query }))
      expect(shownProfile).not.toMatch(/return|depart/)
    }
  })
})

test('no name, text, rating or number of Telegram is kept, and each part is forgotten on time', async () => {
  await api.ctx.db.deleteFrom('departures').execute()
  const { anna } = await rejectedOrder(api)
  await postOrder(anna)
  const vera = await login(api)
  await vera.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  const rows = JSON.stringify(await api.ctx.db.selectFrom('departures').selectAll().execute())
  expect(rows).not.toMatch(new RegExp(`${anna.account.id}|${anna.user.full_name}|Добавьте|rating`))
  expect(await keptRows()).toEqual(['blocked_by', 'left', 'posts', 'rejections'])
  const [{ moments } = { moments: [] }] = await api.ctx.db
    .selectFrom('departures')
    .select('moments')
    .where('kind', '=', 'posts')
    .execute()
  for (const moment of moments) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(moments).toHaveLength(2)
  const marksAfter = async (ms: number) => {
    api.advanceClock(ms)
    await deleteExpired(api.ctx, 1000)
    return keptRows()
  }
  expect(await marksAfter(23 * hour)).toEqual(['blocked_by', 'left', 'posts', 'rejections'])
  expect(await marksAfter(hour)).toEqual(['blocked_by', 'left', 'rejections'])
  expect(await marksAfter(88 * day)).toEqual(['blocked_by', 'left', 'rejections'])
  expect(await marksAfter(day)).toEqual(['blocked_by'])
  expect(await marksAfter(3 * 365 * day - 91 * day)).toEqual(['blocked_by'])
  expect(await marksAfter(2 * day)).toEqual([])
  const markedUsers = api.ctx.db.selectFrom('users').select('id').where('departed_mark', 'is not', null)
  expect(await markedUsers.execute()).toEqual([])
})

test('what is kept is forgotten at the moment that was named for it, and not before', async () => {
  await api.ctx.db.deleteFrom('departures').execute()
  const { anna } = await rejectedOrder(api)
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  const { kept_until } = await api.ctx.db
    .selectFrom('departures')
    .select('kept_until')
    .where('kind', '=', 'left')
    .executeTakeFirstOrThrow()
  const forgetAt = (time: number) => deleteExpired({ ...api.ctx, now: () => new Date(time) }, 1000)
  await forgetAt(Date.parse(kept_until) - 1)
  expect(await keptRows()).toContain('left')
  await forgetAt(Date.parse(kept_until))
  expect(await keptRows()).not.toContain('left')
})
