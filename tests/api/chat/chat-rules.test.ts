import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'
import { insertPublished, insertResponse, openRoomWith, roomOf, sendMessage } from './chat-scenes.ts'

let api: Api
let author: Person

beforeAll(async () => {
  api = await openApi()
  author = await client(api)
})

const rooms = () => api.ctx.db.selectFrom('chat_rooms').select('id').execute()

async function setExecutor(id: number, executor_id: number): Promise<void> {
  await placeRows(api.owner, 'listings', { id }, { status: 'in_progress', executor_id })
}

test('a room has exactly one kind, said by a flag or by the id that was sent', async () => {
  const worker = await freelancer(api)
  const project_id = await insertPublished(api, author.id)
  const vacancy_id = await insertPublished(api, author.id, 'vacancy')
  await insertResponse(api, project_id, worker.id)
  await insertResponse(api, vacancy_id, worker.id)
  const legacyFields = {
    project_id: 0,
    vacancy_id,
    other_chat: 'false',
    project_chat: 'False',
    vacancy_chat: '1',
  }
  const vacancy = await openRoomWith(author, worker, legacyFields)
  expect(vacancy).toMatchObject({ kind: 'vacancy', vacancy_id, listing: { kind: 'vacancy' } })
  expect(await openRoomWith(author, worker, { project_id })).toMatchObject({ kind: 'project' })
  for (const request of [
    {},
    { project_id, vacancy_id },
    { project_chat: true, vacancy_chat: true, project_id },
    { project_chat: true },
    { other_chat: true, user2_id: author.id },
  ])
    expect(await codeOf(openRoomWith(author, worker, request))).toBe('invalid_input')
  expect(await codeOf(openRoomWith(author, worker, { vacancy_id: project_id }))).toBe('not_found')
})

test('twenty taps on two servers from both sides open one room', async () => {
  const [firstPerson, secondPerson] = [await freelancer(api), await freelancer(api)]
  const second = await api.startAnother()
  const roomsBefore = (await rooms()).length
  const onSecondServer = (person: Person): Person => ({
    ...person,
    call: createCaller(second, { authorization: `Bearer ${person.token}` }),
  })
  const roomIds = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const [opener, to] = n % 2 ? [firstPerson, secondPerson] : [secondPerson, firstPerson]
      return openRoomWith(n % 4 < 2 ? opener : onSecondServer(opener), to)
    }),
  )
  expect(new Set(roomIds.map(({ id }) => id)).size).toBe(1)
  expect((await rooms()).length).toBe(roomsBefore + 1)
  const members = api.ctx.db
    .selectFrom('chat_members')
    .select('user_id')
    .where('room_id', '=', roomIds[0]?.id ?? 0)
  expect(await members.execute()).toHaveLength(2)
})

test('about a listing its author writes to who answered, and they once they were seen', async () => {
  const [worker, uninvited] = [await freelancer(api), await freelancer(api)]
  const project_id = await insertPublished(api, author.id)
  expect(await codeOf(openRoomWith(author, worker, { project_id }))).toBe('not_found')
  expect(await codeOf(openRoomWith(worker, author, { project_id }))).toBe('not_owner')
  await insertResponse(api, project_id, worker.id)
  expect(await codeOf(openRoomWith(worker, author, { project_id }))).toBe('chat_not_open')
  expect(await codeOf(openRoomWith(worker, uninvited, { project_id }))).toBe('not_owner')
  await placeRows(api.owner, 'responses', { listing_id: project_id }, { status: 'shown' })
  const room = await openRoomWith(worker, author, { project_id })
  expect((await openRoomWith(author, worker, { project_id })).id).toBe(room.id)
  const draftColumns = { status: 'draft', published_at: null, expires_at: null } as const
  await placeRows(api.owner, 'listings', { id: project_id }, draftColumns)
  expect(await codeOf(openRoomWith(uninvited, author, { project_id }))).toBe('not_found')
})

test('the executor and the author write to each other without bounds', async () => {
  const worker = await freelancer(api)
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, worker.id, 'declined')
  await setExecutor(project_id, worker.id)
  const { id } = await openRoomWith(worker, author, { project_id })
  for (let n = 0; n < 5; n++) await sendMessage(worker, id)
  expect((await roomOf(author, id))?.unread_count).toBe(5)
})

test('who has nothing in common writes only with a confirmed phone, to five people a day', async () => {
  const unverifiedPerson = await freelancer(api, { verified: false })
  const sender = await freelancer(api)
  expect(await codeOf(openRoomWith(unverifiedPerson, sender))).toBe('verification_required')
  const people = await Promise.all(Array.from({ length: 7 }, () => freelancer(api)))
  const results = await Promise.all(people.map((person) => codeOf(openRoomWith(sender, person))))
  expect(results.filter((code) => code === 'accepted')).toHaveLength(5)
  expect(results.filter((code) => code === 'too_many_chats')).toHaveLength(2)
  const firstPartner = people[results.indexOf('accepted')]
  if (firstPartner) expect(await codeOf(openRoomWith(sender, firstPartner))).toBe('accepted')
  const refusedPartner = people[results.indexOf('too_many_chats')]
  api.advanceClock(25 * 60 * 60_000)
  const senderTomorrow = await login(api, sender.account)
  if (refusedPartner) expect(await codeOf(openRoomWith(senderTomorrow, refusedPartner))).toBe('accepted')
  api.advanceClock(-25 * 60 * 60_000)
})

test('only chats without a listing count that the person opened in the last 24 hours', async () => {
  const { now } = api.ctx
  const openedMs = now().getTime()
  api.ctx.now = () => new Date(openedMs)
  const sender = await freelancer(api)
  const project_id = await insertPublished(api, author.id)
  await insertResponse(api, project_id, sender.id, 'shown')
  await openRoomWith(sender, author, { project_id })
  await openRoomWith(await freelancer(api), sender)
  for (let n = 0; n < 5; n++) await openRoomWith(sender, await freelancer(api))
  const openAfter = async (ms: number) => {
    api.ctx.now = () => new Date(openedMs + ms)
    return codeOf(openRoomWith(await login(api, sender.account), await freelancer(api)))
  }
  const dayMs = 24 * 60 * 60_000
  expect([await openAfter(dayMs - 1), await openAfter(dayMs)]).toEqual(['too_many_chats', 'accepted'])
  api.ctx.now = now
})

test('three messages in a row until the first answer, taken back ones counted', async () => {
  const [sender, receiver] = [await freelancer(api), await freelancer(api, { verified: false })]
  const { id } = await openRoomWith(sender, receiver)
  expect(await roomOf(receiver, id)).toBeUndefined()
  await sendMessage(sender, id)
  const { id: message } = await sendMessage(sender, id)
  await sender.call('DELETE /chat/messages/:id', { params: { id: message } })
  const results = await Promise.all([codeOf(sendMessage(sender, id)), codeOf(sendMessage(sender, id))])
  expect(results.sort()).toEqual(['accepted', 'in_a_row_limit'])
  await sendMessage(receiver, id, 'Слушаю')
  for (let n = 0; n < 4; n++) await sendMessage(sender, id)
  expect((await roomOf(receiver, id))?.unread_count).toBe(6)
})

test('a blocked pair opens no room and writes no message; only who blocked is told that it is for the block', async () => {
  const [person, blocker] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(person, blocker)
  await sendMessage(person, id)
  await api.ctx.db.insertInto('user_blocks').values({ user_id: blocker.id, blocked_id: person.id }).execute()
  expect(await codeOf(sendMessage(person, id))).toBe('room_read_only')
  expect([await roomOf(person, id), await roomOf(blocker, id)]).toMatchObject([
    { is_read_only: true },
    { is_read_only: false },
  ])
  expect(await codeOf(sendMessage(blocker, id))).toBe('blocked_pair')
  const thirdPerson = await freelancer(api)
  await api.ctx.db
    .insertInto('user_blocks')
    .values({ user_id: person.id, blocked_id: thirdPerson.id })
    .execute()
  expect(await codeOf(openRoomWith(thirdPerson, person))).toBe('not_found')
  expect(await codeOf(openRoomWith(person, thirdPerson))).toBe('blocked_pair')
  const unknownPerson = { ...blocker, id: 999_999 }
  expect(await codeOf(openRoomWith(person, unknownPerson))).toBe('not_found')
})
