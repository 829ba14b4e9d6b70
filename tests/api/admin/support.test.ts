import { beforeAll, expect, test } from 'vitest'
import { attachFiles } from '#services/files/actions.ts'
import { answerPerson, receivePersonMessage } from '#services/support/actions.ts'
import { typicalAnswerMs } from '#services/support/queries.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let maria: Person
beforeAll(async () => {
  api = await openApi()
  maria = await moderator(api)
})

let numbers = 0
const messageWith = (content: string) => ({ chat_id: 1, message_id: ++numbers, content })
const list = (view: 'waiting' | 'open' | 'closed') =>
  maria.call('GET /api/admin/support', { query: { view } })

test('the staff reads who asked what, with the files, what waits and where to answer', async () => {
  const [anna, boris] = [await client(api), await client(api)]
  const message_id = await receivePersonMessage(api.ctx, anna.id, messageWith('Где мой заказ?'))
  await receivePersonMessage(api.ctx, boris.id, messageWith('А мой?'))
  const { file } = await send(api, anna, { name: 'Чек.pdf', bytes: pdf })
  const actor = { ...api.ctx, request_id: 'test', viewer: { id: anna.id } }
  await api.ctx.db
    .transaction()
    .execute((tx) => attachFiles(actor, tx, { file_ids: [file.id], support_message_id: message_id }))
  const [annasCases] = (await list('waiting')).items.filter(({ person }) => person.id === anna.id)
  const case_id = annasCases?.id ?? 0
  const group = String(api.ctx.config.OPS_CHAT_ID).replace('-100', '')
  await api.ctx.db
    .updateTable('support_cases')
    .set({ chat_id: api.ctx.config.OPS_CHAT_ID, card_id: 7, topic_id: 5 })
    .where('id', '=', case_id)
    .execute()
  await answerPerson(api.ctx, { case_id, staff_id: maria.id }, messageWith('Уже в ленте'))
  const supportCase = (await list('open')).items.find(({ id }) => id === case_id)
  expect(supportCase).toMatchObject({
    state: 'open',
    is_waiting: false,
    person: { id: anna.id },
    messages_count: 2,
    chat_url: `https://t.me/c/${group}/5`,
    messages: [
      { side: 'person', content: 'Где мой заказ?', files: [{ name: 'Чек.pdf' }] },
      { side: 'staff', content: 'Уже в ленте', files: [] },
    ],
  })
  const address = supportCase?.messages[0]?.files[0]?.file_url ?? ''
  expect((await fetchFile(api, address)).bytes.equals(pdf)).toBe(true)
  const waitingPeople = (await list('waiting')).items.map(({ person }) => person.id)
  expect(waitingPeople).toContain(boris.id)
  expect(waitingPeople).not.toContain(anna.id)
  expect((await maria.call('GET /api/admin/counts')).support).toBe(waitingPeople.length)
})

test('a case is closed from the list, once; its person and the card are told', async () => {
  const anna = await client(api)
  await receivePersonMessage(api.ctx, anna.id, messageWith('Закройте меня'))
  // The queued case card is deleted, as if it had been sent. A card that is sent later would already show that the case
  // is closed.
  await api.ctx.db.deleteFrom('deliveries').where('kind', '=', 'support_card').execute()
  const { id = 0 } = (await list('waiting')).items.find(({ person }) => person.id === anna.id) ?? {}
  for (const _time of [1, 2])
    expect(await maria.call('POST /api/admin/support/:id/close', { params: { id } })).toMatchObject({
      id,
      state: 'closed',
      closed_by: 'staff',
      is_waiting: false,
    })
  const kinds = await api.ctx.db
    .selectFrom('deliveries')
    .select('kind')
    .where('dedupe_key', 'like', `support_%:${id}:closed%`)
    .execute()
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['support_card', 'support_news'])
  expect((await list('closed')).items.map((one) => one.id)).toContain(id)
  expect(await codeOf(maria.call('POST /api/admin/support/:id/close', { params: { id: 99_999 } }))).toBe(
    'not_found',
  )
})

test('whoever waits longest comes first, and of answered cases the latest', async () => {
  const people = [await client(api), await client(api), await client(api)]
  const minutes = [30, 10, 20]
  const now = api.ctx.now
  const askEach = async (content: string) => {
    for (const [index, { id }] of people.entries()) {
      api.ctx.now = () => new Date(now().getTime() - (minutes[index] ?? 0) * 60_000)
      await receivePersonMessage(api.ctx, id, messageWith(content))
    }
    api.ctx.now = now
  }
  await askEach('Кто тут?')
  const order = async (view: 'waiting' | 'open') =>
    (await list(view)).items
      .map(({ person }) => people.findIndex(({ id }) => id === person.id))
      .filter((index) => index >= 0)
  expect([await order('waiting'), await order('open')]).toEqual([
    [0, 2, 1],
    [1, 2, 0],
  ])
})

test('nobody but the staff reads it', async () => {
  const anna = await client(api)
  expect(await codeOf(anna.call('GET /api/admin/support'))).toBe('not_found')
})

test('how long an answer usually takes is measured from five answered questions on', async () => {
  const day = Date.now() + 60 * 86_400_000
  const contextAt = (minutes: number) => ({ ...api.ctx, now: () => new Date(day + minutes * 60_000) })
  const usualAnswerMs = () => typicalAnswerMs(api.ctx.db, contextAt(60).now())
  for (const minutes of [10, 20, 30, 40, 50]) {
    expect(await usualAnswerMs()).toBeNull()
    const author = await client(api)
    const question = await receivePersonMessage(contextAt(0), author.id, messageWith('Когда ответите?'))
    const { case_id } = await api.ctx.db
      .selectFrom('support_messages')
      .select('case_id')
      .where('id', '=', question)
      .executeTakeFirstOrThrow()
    await answerPerson(contextAt(minutes), { case_id, staff_id: maria.id }, messageWith('Ответили'))
  }
  // The 90th percentile is interpolated between the two longest waits for an answer.
  expect(await usualAnswerMs()).toBe(46 * 60_000)
})
