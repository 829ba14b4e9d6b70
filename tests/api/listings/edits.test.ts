import { beforeAll, describe, expect, test } from 'vitest'
import { type EditCalls, editRows } from '#contract/calls/edits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder, paidOrder, publishedOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { draftVacancy, publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { everyNth } from '#tests/support/run/share.ts'

let api: Api
let anna: Person
let order_id: number
let vacancy_id: number

beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  order_id = (await draftOrder(api, {}, anna)).order.id
  vacancy_id = (await draftVacancy(api, {}, anna)).vacancy.id
})

const year = new Date().getFullYear() + 1
/** For each field of a listing: an initial value, the value sent in the edit, and the value stored after the edit. */
const values: Record<string, [before: unknown, sent: unknown, kept: unknown]> = {
  format: ['project', 'part_time', 'part_time'],
  schedule: ['project', 'full_day', 'full_day'],
  price: [1, '2 500,50', 2500.5],
  hourly_rate: [1, 900, 900],
  response_price: [1, '10', 10],
  deadline: [`${year}-03-01`, `01.02.${year}`, `${year}-02-01T20:59:59Z`],
  min_stake: [1, '100', 100],
  max_stake: [150, 200, 200],
  category_id: [categories.own, String(categories.other), categories.other],
  payment_format: ['fixed', 'hourly', 'hourly'],
  work_format: ['fixed', 'monthly', 'monthly'],
  required_experience: ['none', 'gt6', 'gt6'],
  experience: ['gt6', '', null],
  language: ['ru', 'en', 'en'],
}
const textSamples = ['Прежний текст', ' Новый текст ', 'Новый текст'] as const

type Body = Record<string, unknown>
const sendEdit = (person: Person, call: string, body: Body) =>
  person.call(call as keyof EditCalls, { body } as never) as Promise<Body>

/** The id of the draft, and the caller's own id, which old clients also send. */
function idFieldsOfDraft(kind: 'order' | 'vacancy'): Body {
  return kind === 'order' ? { project_id: order_id, client_id: anna.id } : { vacancy_id, author_id: anna.id }
}

const rows = everyNth(
  3,
  editRows.filter(({ field }) => field !== 'is_published'),
)

describe.each(rows)('$call', ({ call, kind, name, field }) => {
  const [valueBefore, sentValue, expectedValue] = values[field] ?? textSamples

  async function resetField() {
    const patchCall = kind === 'order' ? 'PATCH /api/projects/:id' : 'PATCH /api/vacancy/:id'
    const id = kind === 'order' ? order_id : vacancy_id
    await anna.call(patchCall, { params: { id }, body: { [field]: valueBefore } as never })
  }

  test.each([...new Set([name, field, 'field', 'value'])])('reads the value under %s', async (key) => {
    await resetField()
    expect(await sendEdit(anna, call, { ...idFieldsOfDraft(kind), [key]: sentValue })).toMatchObject({
      [field]: expectedValue,
    })
  })

  test('reads a named field with its value beside it, and refuses nothing at all', async () => {
    await resetField()
    const body = { ...idFieldsOfDraft(kind), field: name, value: sentValue }
    expect(await sendEdit(anna, call, body)).toMatchObject({ [field]: expectedValue })
    expect(await codeOf(sendEdit(anna, call, idFieldsOfDraft(kind)))).toBe('invalid_input')
  })
})

test('an order’s description is its subtitle under both names', async () => {
  const body = { ...idFieldsOfDraft('order'), description: 'Меню, карта и бронь столика' }
  const editedListing = await sendEdit(anna, 'POST /api/projects/edit_project_description', body)
  expect(editedListing).toMatchObject({ subtitle: body.description, description: body.description })
})

test('only a new deadline of a live order asks whether it is hot now', async () => {
  const { anna: author, order } = await publishedOrder(api)
  const countChecks = async () =>
    (
      await api.ctx.db
        .selectFrom('events')
        .select('payload')
        .where('topic', '=', 'listing.hot_check_due')
        .execute()
    ).filter(({ payload }) => (payload as { listing_id?: number }).listing_id === order.id).length
  const edit = (name: string, value: unknown) =>
    sendEdit(author, `POST /api/projects/edit_project_${name}`, { project_id: order.id, [name]: value })
  const before = await countChecks()
  await edit('price', 2600)
  expect(await countChecks()).toBe(before)
  await edit('deadline', `${year}-02-03`)
  expect(await countChecks()).toBe(before + 1)
})

test('nothing but the named field changes, whatever else is sent', async () => {
  const { order } = await draftOrder(api, {}, anna)
  const foreignFields = { status: 'published', title: 'Подмена', author_id: 1, is_paid: true, price: 5 }
  const editedListing = await sendEdit(anna, 'POST /api/projects/edit_project_price', {
    project_id: order.id,
    ...foreignFields,
  })
  expect(editedListing).toMatchObject({ title: order.title, status: 'draft', price: 5, is_paid: false })
})

test('a bound of the rate sent alone takes the other along', async () => {
  const { order } = await draftOrder(api, { min_stake: 10, max_stake: 20 }, anna)
  const editStake = (name: 'min_stake' | 'max_stake', value: number) =>
    sendEdit(anna, `POST /api/projects/edit_project_${name}`, { project_id: order.id, [name]: value })
  expect(await editStake('min_stake', 30)).toMatchObject({ min_stake: 30, max_stake: 30 })
  expect(await editStake('max_stake', 40)).toMatchObject({ min_stake: 30, max_stake: 40 })
  expect(await editStake('max_stake', 5)).toMatchObject({ min_stake: 5, max_stake: 5 })
})

test('strangers do not edit, foreign hints do not pass', async () => {
  const { order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const call = 'POST /api/projects/edit_project_title'
  const title = { project_id: order.id, title: 'Чужое название' }
  expect(await codeOf(sendEdit(boris, call, title))).toBe('not_owner')
  expect(await codeOf(sendEdit(boris, call, { ...title, project_id: order_id }))).toBe('not_found')
  expect(
    await codeOf(sendEdit(anna, call, { ...idFieldsOfDraft('order'), client_id: boris.id, title: 'Х ты' })),
  ).toBe('not_owner')
})

describe('the call that three fields share', () => {
  const call = 'POST /api/vacancy/edit_vacancy_nice_to_have'

  test('the key that is present decides', async () => {
    const first = await sendEdit(anna, call, {
      ...idFieldsOfDraft('vacancy'),
      important_notes: 'Пишите письма',
    })
    expect(first).toMatchObject({ important_notes: 'Пишите письма' })
    const bothTexts = {
      ...idFieldsOfDraft('vacancy'),
      nice_to_have: 'Знать React',
      important_notes: 'Без звонков',
    }
    expect(await sendEdit(anna, call, bothTexts)).toMatchObject({
      nice_to_have: 'Знать React',
      important_notes: 'Без звонков',
    })
    const namelessEdit = await sendEdit(anna, call, { ...idFieldsOfDraft('vacancy'), field: 'true' })
    expect(namelessEdit).toMatchObject({ nice_to_have: 'true', important_notes: 'Без звонков' })
  })

  test('the toggle and a text change together or not at all', async () => {
    const body = { ...idFieldsOfDraft('vacancy'), is_published: true, nice_to_have: 'Не должно остаться' }
    expect(await codeOf(sendEdit(anna, call, body))).toBe('not_paid')
    const vacancyInfo = await anna.call('GET /api/vacancy/:id/full_info', { params: { id: vacancy_id } })
    expect(vacancyInfo.nice_to_have).not.toBe('Не должно остаться')
  })

  test('hides and shows a published vacancy', async () => {
    const { anna: author, vacancy } = await publishedVacancy(api)
    const setPublished = (is_published: unknown) =>
      sendEdit(author, call, { vacancy_id: vacancy.id, is_published })
    expect(await setPublished('false')).toMatchObject({
      status: 'hidden',
      is_published: false,
      is_paid: true,
    })
    expect(await setPublished('true')).toMatchObject({ status: 'published', nice_to_have: null })
  })
})

describe('the publish toggle', () => {
  const setPublished = (person: Person, project_id: number, is_published: unknown) =>
    sendEdit(person, 'POST /api/projects/edit_project_is_published', { project_id, is_published })

  test('hides, shows again and repeats without harm; the day of publication stays', async () => {
    const { anna: author, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const listingBefore = await boris.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    expect(await setPublished(author, order.id, false)).toMatchObject({
      status: 'hidden',
      hidden_reason: 'owner',
    })
    expect(await setPublished(author, order.id, 'false')).toMatchObject({ status: 'hidden' })
    const hiddenListing = boris.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    expect(await codeOf(hiddenListing)).toBe('not_found')
    api.advanceClock(60_000)
    const republishedOrder = await setPublished(author, order.id, 1)
    expect(republishedOrder).toMatchObject({ status: 'published', published_at: listingBefore.published_at })
    expect(await setPublished(author, order.id, true)).toMatchObject({ status: 'published' })
  })

  test('publishes nothing that is unpaid, under review or rejected', async () => {
    const draft = await draftOrder(api)
    expect(await codeOf(setPublished(draft.anna, draft.order.id, true))).toBe('not_paid')
    const unreviewedOrder = await paidOrder(api)
    expect(await codeOf(setPublished(unreviewedOrder.anna, unreviewedOrder.order.id, true))).toBe(
      'on_moderation',
    )
    const rejectedListing = await rejectedOrder(api)
    expect(await codeOf(setPublished(rejectedListing.anna, rejectedListing.order.id, true))).toBe('rejected')
  })

  test('does not undo what a moderator hid', async () => {
    const { anna: author, order } = await publishedOrder(api)
    const columns = { status: 'hidden', hidden_reason: 'staff' } as const
    await placeRows(api.owner, 'listings', { id: order.id }, columns)
    expect(await codeOf(setPublished(author, order.id, true))).toBe('wrong_state')
  })
})
