import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { bombs, damagedFiles, pdf, photo, wrongTypes } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, outcome, send } from '#tests/api/files/uploads-sending.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-works-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const stranger = await client(api)

const upload = (person: Person, name: string, bytes: Buffer) =>
  send(api, person, { name, bytes }, { url: '/api/users/upload_work' })
const picture = async (person: Person, width = 40, height = 30) =>
  (await upload(person, 'a.png', await photo(width, height).png().toBuffer())).file
type Work = { file_id: number; title: string; about?: string | null; link?: string | null }
const save = (person: Person, works: Work[]) => person.call('PATCH /api/users/profile', { body: { works } })
const worksOf = async (person: Person, reader = stranger) =>
  (await reader.call('GET /api/users/full_user_info', { query: { user_id: person.id } })).user.works

/** A freelancer whose portfolio has this many pictures. */
async function author(count: number): Promise<Person> {
  const person = await freelancer(api, { category_id: categories.own })
  const works: Work[] = []
  for (let n = 1; n <= count; n++) works.push({ file_id: (await picture(person)).id, title: `Работа ${n}` })
  await save(person, works)
  return person
}

test('pictures stand in the order given, with their words, shape and colour, for everybody', async () => {
  const boris = await freelancer(api)
  const red = { create: { width: 60, height: 20, channels: 3 as const, background: '#ff0000' } }
  const wide = await upload(
    boris,
    'a.png',
    await photo(60, 20)
      .composite([{ input: red }])
      .png()
      .toBuffer(),
  )
  const small = await picture(boris)
  const saved = await save(boris, [
    { file_id: small.id, title: ' Пекарня ', about: 'Мини-приложение', link: 'https://b.example/work' },
    { file_id: wide.file.id, title: 'Суши', about: '', link: '' },
  ])
  expect(saved.works).toMatchObject([
    { file_id: small.id, title: 'Пекарня', about: 'Мини-приложение', link: 'https://b.example/work' },
    { file_id: wide.file.id, title: 'Суши', about: null, link: null, width: 60, height: 20 },
  ])
  const [first, second] = await worksOf(boris)
  expect(second?.colour).toMatch(/^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/)
  for (const address of [first?.file_url, first?.thumbnail_url]) {
    const { status, headers } = await fetchFile(api, address ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=3600, no-transform'])
  }
  await save(boris, [
    { file_id: wide.file.id, title: 'Роллы' },
    { file_id: small.id, title: 'Пекарня' },
  ])
  expect((await worksOf(boris)).map(({ title }) => title)).toEqual(['Роллы', 'Пекарня'])
})

test('only whole pictures, own ones, each once and at most twelve', async () => {
  const boris = await freelancer(api)
  expect(outcome(await upload(boris, 'a.pdf', pdf))).toBe('unsupported_type')
  for (const { name, bytes } of wrongTypes)
    expect([name, outcome(await upload(boris, name, bytes))]).toEqual([name, 'unsupported_type'])
  for (const { name, bytes } of bombs())
    expect([name, outcome(await upload(boris, name, bytes))]).toEqual([name, 'too_large'])
  for (const { name, bytes } of await damagedFiles())
    expect([name, outcome(await upload(boris, name, bytes))]).toEqual([name, 'file_damaged'])

  const own = await picture(boris)
  const foreign = await picture(stranger)
  const attachment = await send(api, boris, { name: 'a.png', bytes: await photo(9, 9).png().toBuffer() })
  for (const file_id of [foreign.id, attachment.file.id, 999_999])
    expect([file_id, await codeOf(save(boris, [{ file_id, title: 'Чужая' }]))]).toEqual([
      file_id,
      'invalid_input',
    ])
  const twice = { file_id: own.id, title: 'Дважды' }
  expect(await codeOf(save(boris, [twice, twice]))).toBe('invalid_input')
  expect(await codeOf(save(boris, [{ ...twice, link: 'http://b.example' }]))).toBe('invalid_input')
  expect(await codeOf(save(boris, Array(13).fill(twice)))).toBe('invalid_input')
  expect(await worksOf(boris)).toEqual([])
})

test('a work that is left out, or whose file is deleted, is gone with its bytes; the others stay', async () => {
  const boris = await author(3)
  const [one, two, three] = await worksOf(boris)
  await save(boris, [{ file_id: two?.file_id ?? 0, title: 'Остаётся' }])
  expect((await fetchFile(api, one?.file_url ?? '')).status).toBe(404)
  expect(await codeOf(save(boris, [{ file_id: three?.file_id ?? 0, title: 'Назад' }]))).toBe('invalid_input')
  api.ahead(25 * 60 * 60_000)
  while ((await sweepFiles(api.ctx, 100)) > 0);
  const again = await freelancer(api)
  expect((await worksOf(boris, again)).map(({ title }) => title)).toEqual(['Остаётся'])
  expect((await fetchFile(api, two?.file_url ?? '')).status).toBe(200)
  const back = await login(api, boris.account)
  await back.call('DELETE /api/files/delete', { body: { id: two?.file_id ?? 0 } })
  expect(await worksOf(boris, again)).toEqual([])
})

test('the first three stand on cards and in responses, however many people in a number of statements that stays', async () => {
  const { anna, order } = await publishedOrder(api)
  const people = [await author(4), await author(1), await author(3)]
  for (const person of people)
    await person.call('POST /api/projects/add_resp', {
      body: { response: { project_id: order.id, response_text: 'Сделаю за неделю.' } },
    })
  const statements = async (take: number) => {
    const all = await recordStatements(async () => {
      await anna.call('POST /api/users/get_all_users', { body: { pagination: { per_page: take } } })
      await anna.call('GET /api/listings/:id/responses', { params: { id: order.id }, query: {} })
    })
    return all.filter(({ text }) => text.startsWith('select')).length
  }
  const { items } = await anna.call('GET /api/listings/:id/responses', {
    params: { id: order.id },
    query: {},
  })
  const titles = new Map(items.map(({ user, works }) => [user.id, works.map(({ title }) => title)]))
  expect(people.map(({ id }) => titles.get(id))).toEqual([
    ['Работа 1', 'Работа 2', 'Работа 3'],
    ['Работа 1'],
    ['Работа 1', 'Работа 2', 'Работа 3'],
  ])
  const found = await anna.call('POST /api/users/get_all_users', { body: {} })
  expect(found.items.find(({ id }) => id === people[0]?.id)?.works).toHaveLength(3)
  expect(await statements(1)).toBe(await statements(10))
})

test('whoever is blocked shows nothing until they are let in again; a deleted account takes its pictures along', async () => {
  const boris = await author(3)
  const { anna, order } = await publishedOrder(api)
  await boris.call('POST /api/projects/add_resp', {
    body: { response: { project_id: order.id, response_text: 'Сделаю за неделю.' } },
  })
  const [work] = await worksOf(boris, anna)
  const seen = async () => {
    const { items } = await anna.call('GET /api/listings/:id/responses', {
      params: { id: order.id },
      query: {},
    })
    return [items[0]?.works.length ?? 0, (await fetchFile(api, work?.thumbnail_url ?? '')).status]
  }
  const admin = await moderator(api)
  const set = (more = {}) =>
    admin.call('POST /api/users/change_system_status', { query: { user_id: boris.id, ...more } })
  expect(await seen()).toEqual([3, 200])
  await set({ reason: 'Обман' })
  expect(await seen()).toEqual([0, 404])
  await set()
  expect(await seen()).toEqual([3, 200])

  const gleb = await author(3)
  const { tables } = await gleb.call('GET /api/users/export')
  expect(tables.user_works).toMatchObject([
    { title: 'Работа 1' },
    { title: 'Работа 2' },
    { title: 'Работа 3' },
  ])
  const [last] = await worksOf(gleb, anna)
  const before = (await readdir(folder)).length
  await gleb.call('DELETE /api/users/delete/:id', { params: { id: gleb.id }, query: {} as never })
  expect((await fetchFile(api, last?.file_url ?? '')).status).toBe(404)
  while ((await sweepFiles(api.ctx, 100)) > 0);
  expect(before - (await readdir(folder)).length).toBeGreaterThanOrEqual(6)
})
