import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import { checkMayRespond } from '#services/responses/submission/rules.ts'
import { findShareable } from '#services/sharing/queries.ts'
import { insertPublished, openRoomWith, roomOf, sendMessage } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, confirmPhone, freelancer, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/**
 * Everything that two people see of each other and can do, for every combination of blocks between them. Anna is the
 * author of an order and of a vacancy; Boris is a freelancer of their speciality. While one of the two blocks the
 * other, neither of them sees the other. Only the person who blocked the other is told about the block.
 */

let api: Api
let anna: Person
let boris: Person
let order_id: number
let vacancy_id: number
let room_id: number
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
  await confirmPhone(api, anna)
  boris = await freelancer(api, { category_id: categories.own })
  await api.owner.updateTable('users').set({ can_write: true }).where('id', '=', boris.id).execute()
  order_id = (await publishedOrder(api, {}, anna)).order.id
  vacancy_id = await insertPublished(api, anna.id, 'vacancy')
  const description = 'Нужен дизайнер на полный день'
  await api.owner.insertInto('vacancies').values({ listing_id: vacancy_id, description }).execute()
  await api.owner
    .updateTable('listings')
    .set({ category_id: categories.own })
    .where('id', '=', vacancy_id)
    .execute()
  room_id = (await openRoomWith(anna, boris)).id
  await sendMessage(anna, room_id)
  await sendMessage(boris, room_id)
  await anna.call('POST /favorites/add_user', { body: { user_id: boris.id } })
  await boris.call('POST /favorites/add_user', { body: { user_id: anna.id } })
  await boris.call('POST /favorites/add_project', { body: { project_id: order_id } })
  await holdForDigest()
})

const digest_id = crypto.randomUUID()
/** A message about the order that is queued for Boris's digest. */
async function holdForDigest(): Promise<void> {
  const now = api.ctx.now().toISOString()
  await sql`
    insert into deliveries (id, user_id, kind, lane, dedupe_key, payload, state, digest_id, next_at, created_at)
    values
      (${digest_id}, ${boris.id}, 'digest', 'bulk', 'digest', ${JSON.stringify({ digest_id })}, 'pending', null,
        ${now}, ${now}),
      (uuidv7(), ${boris.id}, 'new_order', 'bulk', 'held order',
        ${JSON.stringify({ listing_id: order_id, why: 'category' })}, 'held', ${digest_id}, ${now}, ${now})`.execute(
    api.owner,
  )
}

const has = (items: { id: number }[], id: number) => items.some((item) => item.id === id)
const per_page = 100
const pagination = { per_page }
const findsPerson = async (viewer: Person, { id }: Person, filters: object) =>
  has((await viewer.call('POST /api/users/get_all_users', { body: { filters, pagination } })).items, id)
const favouritePeople = async (viewer: Person) => viewer.call('POST /favorites/get_users', { body: {} })
const profileOf = (viewer: Person, { id }: Person) =>
  viewer.call('GET /api/users/full_user_info', { query: { user_id: id } })
const hasMessage = async (message: Promise<object | null>) => (await message) !== null

const admission = (check: Promise<void>) =>
  check.then(
    () => 'accepted',
    ({ code }) => code,
  )

/** True if Boris would now get a message about the order. Earlier messages about the order are deleted first. */
async function isAnnounced(): Promise<boolean> {
  const dedupeKeyPattern = `new_order:${order_id}:%`
  await api.owner.deleteFrom('deliveries').where('dedupe_key', 'like', dedupeKeyPattern).execute()
  await api.ctx.db.transaction().execute((tx) => queueNewOrder(api.ctx, tx, order_id))
  const rows = await api.owner
    .selectFrom('deliveries')
    .select('user_id')
    .where('dedupe_key', 'like', dedupeKeyPattern)
    .execute()
  return rows.some(({ user_id }) => user_id === boris.id)
}

/** Collects everything that Boris, a freelancer, sees of Anna, a client, and can do. */
async function readBorissViews() {
  const reader = { chat_id: boris.account.id, language: 'ru', is_private: true } as const
  const news = { listing_id: order_id, why: 'category' } as const
  const actor = { ...api.ctx, viewer: { id: boris.id } }
  const { listings: shareable } = await findShareable(
    api.ctx,
    '',
    { viewer_id: boris.id, language: 'ru' },
    per_page,
  )
  const collection = await boris.call('POST /api/users/freelancer_jobs', { body: { limit: per_page } })
  const room = await roomOf(boris, room_id)
  const visibility = {
    order: has((await boris.call('POST /api/projects', { body: { pagination } })).items, order_id),
    vacancy: has((await boris.call('POST /api/vacancy', { body: { pagination } })).items, vacancy_id),
    collection: has(collection.projects, order_id),
    collectedVacancy: has(collection.vacancies, vacancy_id),
    inline: has(shareable, order_id),
    person: await findsPerson(boris, anna, { is_client: true }),
    favouritePerson: has(await favouritePeople(boris), anna.id),
    seen: room?.other_seen !== null,
    announced: await isAnnounced(),
    newOrderMessage: await hasMessage(everyMessage.new_order.compose(api.ctx, news, reader)),
    reminder: await hasMessage(
      everyMessage.order_reminder.compose(api.ctx, { listing_id: order_id }, reader),
    ),
    digest: await hasMessage(everyMessage.digest.compose(api.ctx, { digest_id }, reader)),
  }
  return {
    found: visibility,
    page: await codeOf(boris.call('GET /api/projects/:id/full_info', { params: { id: order_id } })),
    profile: await codeOf(profileOf(boris, anna)),
    favouriteOrder: has(await boris.call('POST /favorites/get_projects'), order_id),
    respond: await admission(checkMayRespond(actor, order_id, 'order')),
    respondToVacancy: await admission(checkMayRespond(actor, vacancy_id, 'vacancy')),
    write: await codeOf(sendMessage(boris, room_id)),
    isReadOnly: room?.is_read_only,
    blocked: has(await boris.call('GET /api/blocks'), anna.id),
  }
}

/** Collects everything that Anna, a client, sees of Boris, a freelancer, and can do. */
async function readAnnasViews() {
  const room = await roomOf(anna, room_id)
  const invitationList = await anna.call('GET /api/listings/:id/invitations', { params: { id: order_id } })
  const home = await anna.call('GET /api/users/client_home')
  return {
    found: {
      person: await findsPerson(anna, boris, {}),
      favouritePerson: has(await favouritePeople(anna), boris.id),
      home: has(home.freelancers, boris.id),
      proposed: invitationList.people.some(({ user }) => user.id === boris.id),
      seen: room?.other_seen !== null,
    },
    profile: await codeOf(profileOf(anna, boris)),
    write: await codeOf(sendMessage(anna, room_id)),
    isReadOnly: room?.is_read_only,
    blocked: has(await anna.call('GET /api/blocks'), boris.id),
  }
}

type Blocks = { byAnna: boolean; byBoris: boolean }

/**
 * Result of writing a message in the chat. A person who has blocked the other gets the error `blocked_pair`. A person
 * whom the other has blocked gets the error that the chat is read-only.
 */
const expectedWriteCode = (own: boolean, foreign: boolean) =>
  own ? 'blocked_pair' : foreign ? 'room_read_only' : 'accepted'
const expectedPageCode = (foreign: boolean) => (foreign ? 'not_found' : 'accepted')
const expectedRespondCode = ({ byAnna, byBoris }: Blocks) =>
  byAnna ? 'not_found' : byBoris ? 'blocked_pair' : 'accepted'

async function expectView({ byAnna, byBoris }: Blocks): Promise<void> {
  const isBetween = byAnna || byBoris
  const allOf = <T extends object>(expectedKeys: T) =>
    Object.fromEntries(Object.keys(expectedKeys).map((name) => [name, !isBetween]))
  const borissViews = await readBorissViews()
  expect(borissViews).toEqual({
    found: allOf(borissViews.found),
    page: expectedPageCode(byAnna),
    profile: expectedPageCode(byAnna),
    favouriteOrder: !byAnna,
    respond: expectedRespondCode({ byAnna, byBoris }),
    respondToVacancy: expectedRespondCode({ byAnna, byBoris }),
    write: expectedWriteCode(byBoris, byAnna),
    isReadOnly: byAnna,
    blocked: byBoris,
  })
  const annasViews = await readAnnasViews()
  expect(annasViews).toEqual({
    found: allOf(annasViews.found),
    profile: expectedPageCode(byBoris),
    write: expectedWriteCode(byAnna, byBoris),
    isReadOnly: byBoris,
    blocked: byAnna,
  })
}

const setBlock = (person: Person, { id: user_id }: Person, isBlocking: boolean) =>
  person.call(isBlocking ? 'POST /api/blocks/:user_id' : 'DELETE /api/blocks/:user_id', {
    params: { user_id },
  })

test('after any history of blocks each side sees and does what the last block of each says', async () => {
  const step = fc.record({ who: fc.constantFrom('byAnna', 'byBoris'), isBlocking: fc.boolean() })
  const history = fc.array(step, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const blocks: Blocks = { byAnna: false, byBoris: false }
      await setBlock(anna, boris, false)
      await setBlock(boris, anna, false)
      for (const { who, isBlocking } of steps) {
        const [blocker, blocked] = who === 'byAnna' ? [anna, boris] : [boris, anna]
        await setBlock(blocker, blocked, isBlocking)
        blocks[who] = isBlocking
      }
      await expectView(blocks)
    }),
    {
      numRuns: share(30, 7),
      endOnFailure: true,
      // The examples cover all four combinations of blocks between two people, and the removal of both blocks.
      examples: [
        [[{ who: 'byAnna', isBlocking: false }]],
        [[{ who: 'byAnna', isBlocking: true }]],
        [[{ who: 'byBoris', isBlocking: true }]],
        [
          [
            { who: 'byAnna', isBlocking: true },
            { who: 'byBoris', isBlocking: true },
          ],
        ],
      ],
    },
  )
})

test.each<Blocks>([
  { byAnna: false, byBoris: false },
  { byAnna: true, byBoris: false },
  { byAnna: false, byBoris: true },
  { byAnna: true, byBoris: true },
])('acts that leave something behind are refused as the block says: %o', async ({ byAnna, byBoris }) => {
  const vera = await client(api)
  await confirmPhone(api, vera)
  const gleb = await freelancer(api, { category_id: categories.own })
  const { order } = await publishedOrder(api, {}, vera)
  if (byAnna) await setBlock(vera, gleb, true)
  if (byBoris) await setBlock(gleb, vera, true)
  const isBetween = byAnna || byBoris
  const project_id = order.id
  const sendReport = (person: Person, subject_type: 'user' | 'listing', subject_id: number) =>
    codeOf(
      person.call('POST /api/reports', { body: { subject_type, subject_id, reason: 'spam', comment: '' } }),
    )
  const addFavourite = (person: Person, { id }: Person) =>
    codeOf(person.call('POST /favorites/add_user', { body: { user_id: id } }))
  const inviteCall = vera.call('POST /api/listings/:id/invitations', {
    params: { id: order.id },
    body: { user_ids: [gleb.id] },
  })
  expect(await codeOf(inviteCall)).toBe(isBetween ? 'not_invitable' : 'accepted')
  expect(await gleb.call('GET /api/invitations')).toHaveLength(isBetween ? 0 : 1)
  expect([await addFavourite(gleb, vera), await addFavourite(vera, gleb)]).toEqual([
    expectedPageCode(byAnna),
    expectedPageCode(byBoris),
  ])
  expect(await codeOf(gleb.call('POST /favorites/add_project', { body: { project_id } }))).toBe(
    expectedPageCode(byAnna),
  )
  expect([await sendReport(gleb, 'user', vera.id), await sendReport(vera, 'user', gleb.id)]).toEqual([
    expectedPageCode(byAnna),
    expectedPageCode(byBoris),
  ])
  expect(await sendReport(gleb, 'listing', order.id)).toBe(expectedPageCode(byAnna))
  const expectedRoomCode = (isOwnBlock: boolean, foreign: boolean) =>
    isOwnBlock ? 'blocked_pair' : expectedPageCode(foreign)
  const rooms = [await codeOf(openRoomWith(gleb, vera)), await codeOf(openRoomWith(vera, gleb))]
  expect(rooms).toEqual([expectedRoomCode(byBoris, byAnna), expectedRoomCode(byAnna, byBoris)])
  expect(await codeOf(gleb.call('POST /api/projects/add_resp', responseTo(order.id)))).toBe(
    expectedRespondCode({ byAnna, byBoris }),
  )
})
