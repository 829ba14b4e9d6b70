import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { archiveBombs, damagedFiles, pdf, photo, wrongTypes } from '#tests/api/files/uploads-corpus.ts'
import { fetchFile, outcomeOf, send } from '#tests/api/files/uploads-sending.ts'
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
const saveWorks = (person: Person, works: Work[]) =>
  person.call('PATCH /api/users/profile', { body: { works } })
const worksOf = async (person: Person, reader = stranger) =>
  (await reader.call('GET /api/users/full_user_info', { query: { user_id: person.id } })).user.works

/** Creates a freelancer with `count` pictures in the portfolio. */
async function author(count: number): Promise<Person> {
  const person = await freelancer(api, { category_id: categories.own })
  const works: Work[] = []
  for (let n = 1; n <= count; n++) works.push({ file_id: (await picture(person)).id, title: `Работа ${n}` })
  await saveWorks(person, works)
  return person
}

test('pictures stand in the order given, with their words, shape and colour, for everybody', async () => {
  const boris = await freelancer(api)
  const redPicture = { create: { width: 60, height: 20, channels: 3 as const, background: '#ff0000' } }
  const widePicture = await upload(
    boris,
    'a.png',
    await photo(60, 20)
      .composite([{ input: redPicture }])
      .png()
      .toBuffer(),
  )
  const smallPicture = await picture(boris)
  const savedProfile = await saveWorks(boris, [
    {
      file_id: smallPicture.id,
      title: ' Пекарня ',
      about: 'Мини-приложение',
      link: 'https://b.example/work',
    },
    { file_id: widePicture.file.id, title: 'Суши', about: '', link: '' },
  ])
  expect(savedProfile.works).toMatchObject([
    { file_id: smallPicture.id, title: 'Пекарня', about: 'Мини-приложение', link: 'https://b.example/work' },
    { file_id: widePicture.file.id, title: 'Суши', about: null, link: null, width: 60, height: 20 },
  ])
  const [first, second] = await worksOf(boris)
  expect(second?.colour).toMatch(/^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/)
  for (const address of [first?.file_url, first?.thumbnail_url]) {
    const { status, headers } = await fetchFile(api, address ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=3600, no-transform'])
  }
  await saveWorks(boris, [
    { file_id: widePicture.file.id, title: 'Роллы' },
    { file_id: smallPicture.id, title: 'Пекарня' },
  ])
  expect((await worksOf(boris)).map(({ title }) => title)).toEqual(['Роллы', 'Пекарня'])
})

test('only whole pictures, own ones, each once and at most twelve', async () => {
  const boris = await freelancer(api)
  expect(outcomeOf(await upload(boris, 'a.pdf', pdf))).toBe('unsupported_type')
  for (const { name, bytes } of wrongTypes)
    expect([name, outcomeOf(await upload(boris, name, bytes))]).toEqual([name, 'unsupported_type'])
  for (const { name, bytes } of archiveBombs())
    expect([name, outcomeOf(await upload(boris, name, bytes))]).toEqual([name, 'too_large'])
  for (const { name, bytes } of await damagedFiles())
    expect([name, outcomeOf(await upload(boris, name, bytes))]).toEqual([name, 'file_damaged'])

  const ownFile = await picture(boris)
  const foreignFile = await picture(stranger)
  const attachment = await send(api, boris, { name: 'a.png', bytes: await photo(9, 9).png().toBuffer() })
  for (const file_id of [foreignFile.id, attachment.file.id, 999_999])
    expect([file_id, await codeOf(saveWorks(boris, [{ file_id, title: 'Чужая' }]))]).toEqual([
      file_id,
      'invalid_input',
    ])
  const repeatedWork = { file_id: ownFile.id, title: 'Дважды' }
  expect(await codeOf(saveWorks(boris, [repeatedWork, repeatedWork]))).toBe('invalid_input')
  expect(await codeOf(saveWorks(boris, [{ ...repeatedWork, link: 'http://b.example' }]))).toBe(
    'invalid_input',
  )
  expect(await codeOf(saveWorks(boris, Array(13).fill(repeatedWork)))).toBe('invalid_input')
  expect(await worksOf(boris)).toEqual([])
})

test('a work that is left out, or whose file is deleted, is gone with its bytes; the others stay', async () => {
  const boris = await author(3)
  const [first, second, third] = await worksOf(boris)
  await saveWorks(boris, [{ file_id: second?.file_id ?? 0, title: 'Остаётся' }])
  expect((await fetchFile(api, first?.file_url ?? '')).status).toBe(404)
  expect(await codeOf(saveWorks(boris, [{ file_id: third?.file_id ?? 0, title: 'Назад' }]))).toBe(
    'invalid_input',
  )
  api.advanceClock(25 * 60 * 60_000)
  while ((await sweepFiles(api.ctx, 100)) > 0);
  const newReader = await freelancer(api)
  expect((await worksOf(boris, newReader)).map(({ title }) => title)).toEqual(['Остаётся'])
  expect((await fetchFile(api, second?.file_url ?? '')).status).toBe(200)
  const borisAgain = await login(api, boris.account)
  await borisAgain.call('DELETE /api/files/delete', { body: { id: second?.file_id ?? 0 } })
  expect(await worksOf(boris, newReader)).toEqual([])
})

test('the first three stand on cards and in responses, however many people in a number of statements that stays', async () => {
  const { anna, order } = await publishedOrder(api)
  const people = [await author(4), await author(1), await author(3)]
  for (const person of people)
    await person.call('POST /api/projects/add_resp', {
      body: { response: { project_id: order.id, response_text: 'Сделаю за неделю.' } },
    })
  const statements = async (limit: number) => {
    const recordedStatements = await recordStatements(async () => {
      await anna.call('POST /api/users/get_all_users', { body: { pagination: { per_page: limit } } })
      await anna.call('GET /api/listings/:id/responses', { params: { id: order.id }, query: {} })
    })
    return recordedStatements.filter(({ text }) => text.startsWith('select')).length
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
  const peoplePage = await anna.call('POST /api/users/get_all_users', { body: {} })
  expect(peoplePage.items.find(({ id }) => id === people[0]?.id)?.works).toHaveLength(3)
  expect(await statements(1)).toBe(await statements(10))
})

test('whoever is blocked shows nothing until they are let in again; a deleted account takes its pictures along', async () => {
  const boris = await author(3)
  const { anna, order } = await publishedOrder(api)
  await boris.call('POST /api/projects/add_resp', {
    body: { response: { project_id: order.id, response_text: 'Сделаю за неделю.' } },
  })
  const [shownWork] = await worksOf(boris, anna)
  const readWorkView = async () => {
    const { items } = await anna.call('GET /api/listings/:id/responses', {
      params: { id: order.id },
      query: {},
    })
    return [items[0]?.works.length ?? 0, (await fetchFile(api, shownWork?.thumbnail_url ?? '')).status]
  }
  const admin = await moderator(api)
  const setUser = (columns = {}) =>
    admin.call('POST /api/users/change_system_status', { query: { user_id: boris.id, ...columns } })
  expect(await readWorkView()).toEqual([3, 200])
  await setUser({ reason: 'Обман' })
  expect(await readWorkView()).toEqual([0, 404])
  await setUser()
  expect(await readWorkView()).toEqual([3, 200])

  const gleb = await author(3)
  const { tables } = await gleb.call('GET /api/users/export')
  expect(tables.user_works).toMatchObject([
    { title: 'Работа 1' },
    { title: 'Работа 2' },
    { title: 'Работа 3' },
  ])
  const [lastWork] = await worksOf(gleb, anna)
  const countBefore = (await readdir(folder)).length
  await gleb.call('DELETE /api/users/delete/:id', { params: { id: gleb.id }, query: {} as never })
  expect((await fetchFile(api, lastWork?.file_url ?? '')).status).toBe(404)
  while ((await sweepFiles(api.ctx, 100)) > 0);
  expect(countBefore - (await readdir(folder)).length).toBeGreaterThanOrEqual(6)
})

test('a saved portfolio keeps its own pictures; what belongs to nothing still goes after a day', async () => {
  const boris = await freelancer(api)
  const [shown, spare, foreign] = [await picture(boris), await picture(boris), await picture(stranger)]
  await saveWorks(boris, [{ file_id: shown.id, title: 'Показана' }])
  const afterTwoDays = new Date(api.ctx.now().getTime() + 2 * 86_400_000)
  await sweepFiles({ ...api.ctx, now: () => afterTwoDays }, 1000)
  const keptFiles = await api.ctx.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [shown.id, spare.id, foreign.id])
    .where('deleted_at', 'is', null)
    .execute()
  expect(keptFiles).toEqual([{ id: shown.id }])
})
