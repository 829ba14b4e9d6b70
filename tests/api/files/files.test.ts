import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { confirmPayment, decideTask, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories, newOrder } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { jpegWithPlace, pdf, photo, png } from './uploads-corpus.ts'
import { fetchFile, outcomeOf, send } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const minute = 60_000
const anna = await freelancer(api)
const stranger = await client(api)

const upload = async (person: Person, name = 'a.pdf') => (await send(api, person, { name, bytes: pdf })).file
const order = async (person: Person, file_ids: number[] = []) =>
  person.call('POST /api/projects/create', { body: { ...newOrder(), file_ids } })

test('an address works for five minutes, for this file only, and for nobody without its signature', async () => {
  const { file_url } = await upload(anna)
  const otherFile = await upload(anna)
  expect((await fetchFile(api, file_url)).status).toBe(200)
  const [address = '', query = ''] = file_url.split('?')
  const { expires = '', signature = '' } = Object.fromEntries(new URLSearchParams(query))
  const laterExpiry = String(Number(expires) + 60)
  for (const wrongUrl of [
    address,
    `${address}?expires=${laterExpiry}&signature=${signature}`,
    `${address}?expires=${expires}&signature=${signature.slice(0, -1)}`,
    `${address}?expires=${expires}&signature=`,
    `${address}?expires=9999999999999999&signature=${signature}`,
    `${otherFile.file_url.split('?')[0]}?${query}`,
    `${address}-small?${query}`,
    file_url.replace('/files/', '/files/public-'),
  ])
    expect([wrongUrl, (await fetchFile(api, wrongUrl)).status]).toEqual([wrongUrl, 404])
  expect(Number(expires) * 1000 - api.ctx.now().getTime()).toBeLessThanOrEqual(5 * minute)
  api.advanceClock(5 * minute)
  expect((await fetchFile(api, file_url)).status).toBe(404)
})

test('an address cannot walk through folders', async () => {
  for (const key of [
    '..%2f..%2fetc%2fpasswd',
    '..%2f',
    '%2e%2e%2f',
    'a%00b',
    'public-..%2f..%2fpackage.json',
    '%5c..%5c',
  ]) {
    const { status, bytes } = await fetchFile(api, `/files/${key}?expires=9999999999&signature=x`)
    expect([key, [404, 422, 400].includes(status)]).toEqual([key, true])
    expect(bytes.includes('root:')).toBe(false)
  }
})

test('files come with a new order and with a response, and are shown to those who may see them', async () => {
  const file = await upload(anna, 'Задание.pdf')
  const { id, files } = await order(anna, [file.id])
  expect(files).toMatchObject([{ id: file.id, name: 'Задание.pdf', file_format: 'pdf', size: pdf.length }])
  const listing = await anna.call('GET /api/projects/:id/full_info', { params: { id } })
  expect(listing.files).toHaveLength(1)
  expect(await anna.call('GET /api/projects/:id/files', { params: { id } })).toHaveLength(1)
  const readFiles = stranger.call('GET /api/projects/:id/files', { params: { id } })
  expect(await codeOf(readFiles)).toBe('not_found')
  await confirmPayment(api, await invoiceFor(anna, id))
  await decideTask(api, id)
  const boris = await freelancer(api, { category_id: categories.own })
  expect(await boris.call('GET /api/projects/:id/files', { params: { id } })).toHaveLength(1)
  expect(await codeOf(boris.call('GET /api/vacancy/:id/files', { params: { id } }))).toBe('not_found')
  expect(await codeOf(boris.call('DELETE /api/files/delete', { body: { id: file.id } }))).toBe('not_owner')
  const workFile = await upload(boris, 'Работа.pdf')
  const response = { project_id: id, response_text: 'Сделаю за неделю.' }
  const sentResponse = await boris.call('POST /api/projects/add_resp', {
    body: { response, file_ids: [workFile.id] },
  })
  expect([sentResponse.with_file, sentResponse.files.map((item) => item.name)]).toEqual([
    true,
    ['Работа.pdf'],
  ])
  const [receivedResponse] = await anna.call('GET /api/projects/:id/responses', { params: { id } })
  expect(receivedResponse?.files.map((item) => item.id)).toEqual([workFile.id])
})

test('foreign, attached, deleted and unknown files are not attached, and nothing is created', async () => {
  const strangersFile = await upload(stranger)
  const attachedFile = await upload(anna)
  await order(anna, [attachedFile.id])
  const deletedFile = await upload(anna)
  await anna.call('DELETE /api/files/delete', { body: { id: deletedFile.id, user_id: anna.id } })
  const ownFile = await upload(anna)
  const count = () =>
    api.ctx.db.selectFrom('listings').select('id').where('author_id', '=', anna.id).execute()
  const countBefore = await count()
  for (const id of [strangersFile.id, attachedFile.id, deletedFile.id, 999_999])
    expect([id, await codeOf(order(anna, [ownFile.id, id]))]).toEqual([id, 'invalid_input'])
  expect(await count()).toHaveLength(countBefore.length)
  const elevenFiles = await Promise.all(Array.from({ length: 11 }, () => upload(anna)))
  expect(
    await codeOf(
      order(
        anna,
        elevenFiles.map(({ id }) => id),
      ),
    ),
  ).toBe('invalid_input')
})

test('a file is assigned later by the owner of both, up to ten, before the approval', async () => {
  const { id: project_id } = await order(anna)
  const file = await upload(anna)
  const assignExecutor = (person: Person, id: number, user_id = person.id, target = project_id) =>
    person.call('PUT /api/files/assign-project', { body: { id, user_id, project_id: target } })
  expect((await assignExecutor(anna, file.id)).id).toBe(file.id)
  expect((await assignExecutor(anna, file.id)).id).toBe(file.id)
  expect(await codeOf(assignExecutor(anna, file.id, stranger.id))).toBe('not_owner')
  expect(await codeOf(assignExecutor(stranger, file.id))).toBe('not_found')
  expect(await codeOf(assignExecutor(anna, (await upload(stranger)).id))).toBe('not_found')
  const { id: otherOrderId } = await order(anna)
  expect(await codeOf(assignExecutor(anna, file.id, anna.id, otherOrderId))).toBe('wrong_state')
  for (let n = 1; n < 10; n++) await assignExecutor(anna, (await upload(anna)).id)
  expect(await codeOf(assignExecutor(anna, (await upload(anna)).id))).toBe('too_many_files')
  await placeRows(api.owner, 'listings', { id: otherOrderId }, { status: 'moderation' })
  const lateFile = await upload(anna)
  expect((await assignExecutor(anna, lateFile.id, anna.id, otherOrderId)).id).toBe(lateFile.id)
  await placeRows(
    api.owner,
    'listings',
    { id: otherOrderId },
    { status: 'published', published_at: api.ctx.now().toISOString() },
  )
  expect(await codeOf(assignExecutor(anna, (await upload(anna)).id, anna.id, otherOrderId))).toBe(
    'wrong_state',
  )
  await anna.call('DELETE /api/files/delete', { body: { id: file.id } })
  expect((await fetchFile(api, file.file_url)).status).toBe(404)
  expect(await codeOf(stranger.call('DELETE /api/files/delete', { body: { id: file.id } }))).toBe('not_found')
})

test('an avatar is a PNG of at most 5 MB, in the words of the specification', async () => {
  const url = `/api/users/edit_user_logo_url?user_id=${anna.id}`
  const problemOf = async (bytes: Buffer) =>
    (await send(api, anna, { name: 'a.png', bytes }, { url })).problem
  const tooLarge = await problemOf(Buffer.concat([png(8, 8), Buffer.alloc(5 * 1024 * 1024)]))
  expect([tooLarge.statusCode, tooLarge.message]).toEqual([
    413,
    'Файл слишком большой. Максимальный размер: 5 МБ.',
  ])
  expect((await problemOf(await jpegWithPlace())).message).toBe('Подойдёт только PNG')
  const foreignUrl = `/api/users/edit_user_logo_url?user_id=${stranger.id}`
  const bytes = await photo(700, 500).png().toBuffer()
  expect(outcomeOf(await send(api, anna, { name: 'a.png', bytes }, { url: foreignUrl }))).toBe('not_owner')
  expect((await send(api, anna, { name: 'a.png', bytes }, { url })).status).toBe(200)
  const { user } = await stranger.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
  expect(user.avatar_url).toBe(user.logo_url)
  const picture = await fetchFile(api, user.logo_url ?? '')
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([512, 512])
  expect((await fetchFile(api, `${user.logo_url}-small`)).headers['content-type']).toBe('image/webp')
  await send(api, anna, { name: 'b.png', bytes: png(9, 9) }, { url })
  expect((await fetchFile(api, user.logo_url ?? '')).status).toBe(404)
})

test('a resume and a portfolio are one file each and give way to the next', async () => {
  const boris = await freelancer(api)
  const rows = () =>
    api.ctx.db
      .selectFrom('users')
      .select(['resume_file_id', 'portfolio_file_id', 'resume_url'])
      .where('id', '=', boris.id)
      .executeTakeFirstOrThrow()
  await api.ctx.db
    .updateTable('users')
    .set({ resume_url: 'https://example.org/cv' })
    .where('id', '=', boris.id)
    .execute()
  const resume = await send(api, boris, { name: 'cv.pdf', bytes: pdf }, { url: '/api/users/upload_resume' })
  const first = await send(api, boris, { name: 'a.pdf', bytes: pdf }, { url: '/api/users/upload_portfolio' })
  const second = await send(api, boris, { name: 'b.pdf', bytes: pdf }, { url: '/api/users/upload_portfolio' })
  expect(await rows()).toEqual({
    resume_file_id: resume.file.id,
    portfolio_file_id: second.file.id,
    resume_url: null,
  })
  expect((await fetchFile(api, first.file.file_url)).status).toBe(404)
  await boris.call('DELETE /api/files/delete', { body: { id: resume.file.id } })
  expect((await rows()).resume_file_id).toBe(null)
})

test('what nothing shows is swept: deleted files at once, unattached ones after a day', async () => {
  while ((await sweepFiles(api.ctx, 100)) > 0);
  const unattachedFile = await upload(anna)
  const attachedFile = await upload(anna)
  await order(stranger, [])
  const publishedId = await order(await client(api), [])
  await api.ctx.db
    .updateTable('files')
    .set({ listing_id: publishedId.id, attached_at: new Date().toISOString() })
    .where('id', '=', attachedFile.id)
    .execute()
  expect(await sweepFiles(api.ctx, 100)).toBe(0)
  const countBefore = (await readdir(folder)).length
  api.advanceClock(24 * 60 * minute + minute)
  expect(await sweepFiles(api.ctx, 100)).toBeGreaterThan(0)
  const ids = await api.ctx.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [unattachedFile.id, attachedFile.id])
    .execute()
  expect(ids).toEqual([{ id: attachedFile.id }])
  expect((await readdir(folder)).length).toBeLessThan(countBefore)
})

describe('nobody fills the storage', () => {
  const mebibyte = 1024 * 1024
  /** Inserts `count` files of the given size that a person uploaded today, and uploads one more. */
  async function uploadOneMore(verified: boolean, count: number, bytes: number) {
    const person = await freelancer(api, { verified })
    const row = { owner_id: person.id, purpose: 'attachment', name: 'a', bytes } as const
    const kind = { file_format: 'pdf', mime_type: 'application/pdf' } as const
    const created_at = api.ctx.now().toISOString()
    const rows = Array.from({ length: count }, (_, n) => ({
      ...row,
      ...kind,
      created_at,
      storage_key: `greedy-${person.id}-${n}`,
    }))
    await api.ctx.db.insertInto('files').values(rows).execute()
    return outcomeOf(await send(api, person, { name: 'a.pdf', bytes: pdf }))
  }

  test.each([
    ['with a confirmed phone', true, 199, 1, 'pdf'],
    ['with a confirmed phone', true, 200, 1, 'too_many_files'],
    ['with a confirmed phone', true, 51, 20 * mebibyte, 'pdf'],
    ['with a confirmed phone', true, 64, 16 * mebibyte, 'too_many_files'],
    ['without one', false, 19, 1, 'pdf'],
    ['without one', false, 20, 1, 'too_many_files'],
    ['without one', false, 5, 20 * mebibyte, 'too_many_files'],
  ] as const)('%s (%s): after %i files of %i bytes', async (_, verified, count, bytes, expected) => {
    expect(await uploadOneMore(verified, count, bytes)).toBe(expected)
  })

  test('files sent at once are counted one after another', async () => {
    const person = await freelancer(api, { verified: false })
    const uploads = Array.from({ length: 24 }, () => send(api, person, { name: 'a.pdf', bytes: pdf }))
    const codes = (await Promise.all(uploads)).map(outcomeOf)
    expect(codes.filter((code) => code === 'pdf')).toHaveLength(20)
  })
})

test('strangers without a session send nothing', async () => {
  const answer = await api.server.inject({
    method: 'POST',
    url: '/api/files/upload',
    payload: 'x',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(answer.statusCode).toBe(401)
})
