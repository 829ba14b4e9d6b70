import { beforeAll, describe, expect, test } from 'vitest'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** A hidden listing leaves the collection at once, and similar listings are ranked lower from then on. */

let api: Api
let anna: Person
let bella: Person
let boris: Person
const ids: Record<string, number> = {}
const soon = () => new Date(api.ctx.now().getTime() + 2 * 86_400_000).toISOString()
const late = () => new Date(api.ctx.now().getTime() + 60 * 86_400_000).toISOString()

beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  bella = await client(api)
  boris = await freelancer(api, { category_id: categories.own })
  const place = async (title: string, fields: object, author: Person) => {
    const whole = { title, deadline: late(), price: 50_000, category_id: categories.own, ...fields }
    ids[title] = (await publishedOrder(api, whole, author)).order.id
  }
  await place('one', {}, anna)
  await place('another', {}, anna)
  await place('cheap', { price: 1000 }, bella)
  await place('cheaper', { price: 900 }, bella)
  await place('hurried', { deadline: soon() }, bella)
  await place('in more of a hurry', { deadline: soon() }, bella)
  await place('neighbour', { category_id: categories.sibling }, bella)
})

const shown = async (person = boris) =>
  (
    await person.call('POST /api/users/freelancer_jobs', {
      body: { user_id: person.id, limit: 20, offset: 0 },
    })
  ).projects.map(({ title }) => title)

const say = (title: string, reason: NotForMeReason, person = boris) =>
  person.call('POST /api/listings/:id/not_for_me', { params: { id: ids[title] ?? 0 }, body: { reason } })
const takeBack = (title: string) =>
  boris.call('DELETE /api/listings/:id/not_for_me', { params: { id: ids[title] ?? 0 } })

/**
 * Titles that are shown less after a reason was given: ranked below the related speciality, or gone. All were above it
 * before.
 */
async function lessAfter(title: string, reason: NotForMeReason): Promise<string[]> {
  const before = await shown()
  expect(before.at(-1)).toBe('neighbour')
  expect(before).toHaveLength(7)
  await say(title, reason)
  const after = await shown()
  expect(after).not.toContain(title)
  const behind = after.slice(after.indexOf('neighbour') + 1)
  const gone = before.filter((one) => one !== title && !after.includes(one))
  await takeBack(title)
  // After the undo, the list has its former listings in any order, and the related speciality is last again.
  const again = await shown()
  expect(again.toSorted()).toEqual(before.toSorted())
  expect(again.at(-1)).toBe('neighbour')
  return [...behind, ...gone].sort()
}

describe('from the next request on', () => {
  test('a price: cheaper ones stand behind', async () => {
    expect(await lessAfter('cheap', 'price')).toEqual(['cheaper'])
  })

  test('a term: those with no more time stand behind', async () => {
    expect(await lessAfter('hurried', 'term')).toEqual(['in more of a hurry'])
  })

  test('a speciality: all of it stands behind', async () => {
    expect(await lessAfter('one', 'topic')).toEqual([
      'another',
      'cheap',
      'cheaper',
      'hurried',
      'in more of a hurry',
    ])
  })

  test('an author: nothing of theirs is shown', async () => {
    expect(await lessAfter('one', 'author')).toEqual(['another'])
  })

  test('busy: that one alone is out', async () => {
    expect(await lessAfter('one', 'busy')).toEqual([])
  })
})

test('the answer and the settings say what follows, and only to whom it belongs', async () => {
  expect(await say('cheap', 'price')).toMatchObject({ reason: 'price', below: 1000, is_hourly: false })
  expect(await say('one', 'author')).toMatchObject({ author: anna.user.full_name, below: null })
  const list = await boris.call('GET /api/not_for_me', {})
  expect(list.map(({ title, reason }) => [title, reason])).toEqual([
    ['one', 'author'],
    ['cheap', 'price'],
  ])
  expect(await anna.call('GET /api/not_for_me', {})).toEqual([])
  await say('one', 'busy')
  expect((await boris.call('GET /api/not_for_me', {})).find(({ title }) => title === 'one')).toMatchObject({
    reason: 'busy',
    author: null,
    until: expect.any(String),
  })
  await Promise.all(['one', 'cheap'].map(takeBack))
  // A second undo changes nothing.
  await takeBack('one')
  expect(await boris.call('GET /api/not_for_me', {})).toEqual([])
})

test('own listings, those one may not see and reasons that say nothing are refused', async () => {
  await expect(say('one', 'price', anna)).rejects.toMatchObject({ code: 'own_listing' })
  ids.nothing = 999_999
  await expect(say('nothing', 'busy')).rejects.toMatchObject({ code: 'not_found' })
  ids.unpriced = (await publishedOrder(api, { price: null, min_stake: null, max_stake: null }, anna)).order.id
  await expect(say('unpriced', 'price')).rejects.toMatchObject({ code: 'wrong_state' })
})
