import { beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { fetchFile, send } from './uploads-sending.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

async function makeReachable(person: Person): Promise<Person> {
  await person.call('POST /api/app/write_access')
  return person
}

async function fileOf(person: Person, name = 'Смета.txt') {
  return (await send(api, person, { name, bytes: Buffer.from('сто рублей') })).file
}

const sendCopy = (person: Person, file_url: string) =>
  person.call('POST /api/files/send', { body: { file_url } })

const copiesFor = ({ id }: Person) =>
  api.ctx.db
    .selectFrom('deliveries')
    .select(['payload', 'state'])
    .where('user_id', '=', id)
    .where('kind', '=', 'file_copy')
    .execute()

test('who has the address of a file gets it from the bot, once for two taps', async () => {
  const anna = await client(api)
  const boris = await makeReachable(await freelancer(api))
  const file = await fileOf(anna)
  await Promise.all([sendCopy(boris, file.file_url), sendCopy(boris, file.file_url)])
  expect(await copiesFor(boris)).toEqual([{ payload: { file_id: file.id }, state: 'pending' }])
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const composeCopy = () => everyMessage.file_copy.compose(api.ctx, { file_id: file.id }, reader)
  expect(await composeCopy()).toMatchObject({ media: { type: 'document', name: 'Смета.txt' } })
  await anna.call('DELETE /api/files/delete', { body: { id: file.id } })
  expect(await composeCopy()).toEqual({ text: 'Файл, который вы хотели сохранить, уже удалён' })
  // After a minute, the same request for a copy counts as a new one.
  const annasFile = await fileOf(anna)
  await sendCopy(boris, annasFile.file_url)
  api.advanceClock(60_000)
  await sendCopy(boris, annasFile.file_url)
  api.advanceClock(-60_000)
  expect(await copiesFor(boris)).toHaveLength(3)
})

test('an address that is over, forged, foreign or of a deleted file brings nothing', async () => {
  const anna = await makeReachable(await client(api))
  const file = await fileOf(anna)
  const { APP_ORIGIN } = api.ctx.config
  for (const address of [
    file.file_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    file.file_url.replace(APP_ORIGIN, 'https://evil.example'),
    file.file_url.replace(/\?.*/, ''),
    `${APP_ORIGIN}/files/../secret`,
    'file:///etc/passwd',
  ])
    expect([address, await codeOf(sendCopy(anna, address))]).toEqual([address, 'not_found'])
  api.advanceClock(6 * 60_000)
  expect(await codeOf(sendCopy(anna, file.file_url))).toBe('not_found')
  api.advanceClock(-6 * 60_000)
  await anna.call('DELETE /api/files/delete', { body: { id: file.id } })
  expect(await codeOf(sendCopy(anna, file.file_url))).toBe('not_found')
  expect(await copiesFor(anna)).toEqual([])
})

test('where the bot may not write that is said, until it may', async () => {
  const anna = await client(api)
  const { file_url } = await fileOf(anna)
  const setReachability = (can_write: boolean, notify_blocked_at: string | null) =>
    api.ctx.db.updateTable('users').set({ can_write, notify_blocked_at }).where('id', '=', anna.id).execute()
  await setReachability(false, null)
  expect(await codeOf(sendCopy(anna, file_url))).toBe('bot_unreachable')
  await setReachability(true, api.ctx.now().toISOString())
  expect(await codeOf(sendCopy(anna, file_url))).toBe('bot_unreachable')
  await makeReachable(anna)
  await sendCopy(anna, file_url)
  expect(await copiesFor(anna)).toHaveLength(1)
})

test('the bot sends one person twenty files an hour, also when they are asked for at once', async () => {
  const anna = await makeReachable(await freelancer(api))
  const boris = await makeReachable(await freelancer(api))
  const files = []
  for (let n = 0; n < 22; n++) files.push(await fileOf(anna, `${n}.txt`))
  const answers = await Promise.all(files.map(({ file_url }) => codeOf(sendCopy(anna, file_url))))
  expect(answers.filter((code) => code === 'too_many_saves')).toHaveLength(2)
  expect(await copiesFor(anna)).toHaveLength(20)
  await sendCopy(boris, files[0]?.file_url ?? '')
  const hourAgo = new Date(api.ctx.now().getTime() - 61 * 60_000).toISOString()
  await api.owner.updateTable('deliveries').set({ created_at: hourAgo }).execute()
  // This request names a file whose copy was refused. A file whose copy was sent would count as a repetition within the
  // minute.
  await sendCopy(anna, files[answers.indexOf('too_many_saves')]?.file_url ?? '')
  expect(await copiesFor(anna)).toHaveLength(21)
})

test('the copy of one’s data is a file for a day, which is no upload and can be attached to nothing', async () => {
  const anna = await makeReachable(await freelancer(api))
  const file = await anna.call('POST /api/users/export_file')
  expect(file).toMatchObject({
    file_format: 'json',
    name: expect.stringMatching(/^otklik-\d{4}-\d\d-\d\d\.json$/),
  })
  const { bytes, headers } = await fetchFile(api, file.file_url)
  expect(bytes).toHaveLength(file.size)
  expect(headers['content-disposition']).toContain('attachment')
  const receivedBody = JSON.parse(bytes.toString())
  expect(receivedBody.tables.users).toHaveLength(1)
  expect(receivedBody.tables.users[0].id).toBe(anna.id)
  await sendCopy(anna, file.file_url)
  expect(await copiesFor(anna)).toHaveLength(1)

  const room = await anna.call('POST /chat/create_room', {
    body: { user1_id: anna.id, user2_id: (await freelancer(api)).id, other_chat: true },
  })
  const sendAttached = anna.call('POST /chat/send_msg', {
    body: { room_id: room.id, content: 'вот', file_ids: [file.id] },
  })
  expect(await codeOf(sendAttached)).toBe('invalid_input')
  api.advanceClock(25 * 60 * 60_000)
  while ((await sweepFiles(api.ctx, 100)) > 0);
  api.advanceClock(-25 * 60 * 60_000)
  expect((await fetchFile(api, file.file_url)).status).toBe(404)
})

test('a person gets twenty documents an hour, also when they are asked for at once', async () => {
  const [anna, boris] = [await freelancer(api), await freelancer(api)]
  await fileOf(anna)
  const exportOf = (person: Person) => codeOf(person.call('POST /api/users/export_file'))
  expect(await exportOf(boris)).toBe('accepted')
  const answers = await Promise.all(Array.from({ length: 22 }, () => exportOf(anna)))
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(20)
  expect(answers.filter((code) => code === 'too_many_saves')).toHaveLength(2)
  expect(await exportOf(boris)).toBe('accepted')
  const hourAgo = new Date(api.ctx.now().getTime() - 60 * 60_000).toISOString()
  await api.owner.updateTable('files').set({ created_at: hourAgo }).where('owner_id', '=', anna.id).execute()
  expect(await exportOf(anna)).toBe('accepted')
})
