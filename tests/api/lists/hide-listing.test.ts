import { beforeAll, describe, expect, test } from 'vitest'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** A hidden listing disappears from the collection at once. Similar listings get a lower rank from then on. */

let api: Api
let anna: Person
let bella: Person
let boris: Person
const ids: Record<string, number> = {}
const inTwoDays = () => new Date(api.ctx.now().getTime() + 2 * 86_400_000).toISOString()
const inSixtyDays = () => new Date(api.ctx.now().getTime() + 60 * 86_400_000).toISOString()

beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  bella = await client(api)
  boris = await freelancer(api, { category_id: categories.own })
  const publishListing = async (title: string, fields: object, author: Person) => {
    const fullFields = {
      title,
      deadline: inSixtyDays(),
      price: 50_000,
      category_id: categories.own,
      ...fields,
    }
    ids[title] = (await publishedOrder(api, fullFields, author)).order.id
  }
  await publishListing('one', {}, anna)
  await publishListing('another', {}, anna)
  await publishListing('cheap', { price: 1000 }, bella)
  await publishListing('cheaper', { price: 900 }, bella)
  await publishListing('hurried', { deadline: inTwoDays() }, bella)
  await publishListing('in more of a hurry', { deadline: inTwoDays() }, bella)
  await publishListing('neighbour', { category_id: categories.sibling }, bella)
})

const readTitles = async (person = boris) =>
  (
    await person.call('POST /api/users/freelancer_jobs', {
      body: { user_id: person.id, limit: 20, offset: 0 },
    })
  ).projects.map(({ title }) => title)

const hideAsUnsuitable = (title: string, reason: NotForMeReason, person = boris) =>
  person.call('POST /api/listings/:id/not_for_me', { params: { id: ids[title] ?? 0 }, body: { reason } })
const showAgain = (title: string) =>
  boris.call('DELETE /api/listings/:id/not_for_me', { params: { id: ids[title] ?? 0 } })

/**
 * Hides a listing for a reason.
 * @returns titles of listings that now rank below the listing of a related speciality, or that have disappeared
 */
async function titlesHiddenBy(title: string, reason: NotForMeReason): Promise<string[]> {
  const titlesBefore = await readTitles()
  expect(titlesBefore.at(-1)).toBe('neighbour')
  expect(titlesBefore).toHaveLength(7)
  await hideAsUnsuitable(title, reason)
  const titlesAfter = await readTitles()
  expect(titlesAfter).not.toContain(title)
  const followingTitles = titlesAfter.slice(titlesAfter.indexOf('neighbour') + 1)
  const hiddenTitles = titlesBefore.filter((one) => one !== title && !titlesAfter.includes(one))
  await showAgain(title)
  // After the listing is shown again, the list contains the same listings as before. The listing of the related
  // speciality is last again.
  const titlesAgain = await readTitles()
  expect(titlesAgain.toSorted()).toEqual(titlesBefore.toSorted())
  expect(titlesAgain.at(-1)).toBe('neighbour')
  return [...followingTitles, ...hiddenTitles].sort()
}

describe('from the next request on', () => {
  test('a price: cheaper ones stand behind', async () => {
    expect(await titlesHiddenBy('cheap', 'price')).toEqual(['cheaper'])
  })

  test('a term: those with no more time stand behind', async () => {
    expect(await titlesHiddenBy('hurried', 'term')).toEqual(['in more of a hurry'])
  })

  test('a speciality: all of it stands behind', async () => {
    expect(await titlesHiddenBy('one', 'topic')).toEqual([
      'another',
      'cheap',
      'cheaper',
      'hurried',
      'in more of a hurry',
    ])
  })

  test('an author: nothing of theirs is shown', async () => {
    expect(await titlesHiddenBy('one', 'author')).toEqual(['another'])
  })

  test('busy: that one alone is out', async () => {
    expect(await titlesHiddenBy('one', 'busy')).toEqual([])
  })
})

test('the answer and the settings say what follows, and only to whom it belongs', async () => {
  expect(await hideAsUnsuitable('cheap', 'price')).toMatchObject({
    reason: 'price',
    below: 1000,
    is_hourly: false,
  })
  expect(await hideAsUnsuitable('one', 'author')).toMatchObject({ author: anna.user.full_name, below: null })
  const list = await boris.call('GET /api/not_for_me', {})
  expect(list.map(({ title, reason }) => [title, reason])).toEqual([
    ['one', 'author'],
    ['cheap', 'price'],
  ])
  expect(await anna.call('GET /api/not_for_me', {})).toEqual([])
  await hideAsUnsuitable('one', 'busy')
  expect((await boris.call('GET /api/not_for_me', {})).find(({ title }) => title === 'one')).toMatchObject({
    reason: 'busy',
    author: null,
    until: expect.any(String),
  })
  await Promise.all(['one', 'cheap'].map(showAgain))
  // Showing a listing again that is not hidden changes nothing.
  await showAgain('one')
  expect(await boris.call('GET /api/not_for_me', {})).toEqual([])
})

test('own listings, those one may not see and reasons that say nothing are refused', async () => {
  await expect(hideAsUnsuitable('one', 'price', anna)).rejects.toMatchObject({ code: 'own_listing' })
  ids.nothing = 999_999
  await expect(hideAsUnsuitable('nothing', 'busy')).rejects.toMatchObject({ code: 'not_found' })
  ids.unpriced = (await publishedOrder(api, { price: null, min_stake: null, max_stake: null }, anna)).order.id
  await expect(hideAsUnsuitable('unpriced', 'price')).rejects.toMatchObject({ code: 'wrong_state' })
})
