import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { reencode } from '#services/files/images.ts'
import { withScratch } from '#services/files/scratch.ts'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer } from '#tests/support/people/people.ts'
import {
  archiveBombs,
  damagedFiles,
  docx,
  hiddenBombs,
  makePolyglots,
  pdf,
  photo,
  png,
  trickyNames,
  wrongTypes,
} from './uploads-corpus.ts'
import { fetchFile, outcomeOf, send } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-files-'))
afterAll(async () => {
  for (const directory of [folder, tmpdir()])
    if (directory.includes('otklik-')) await rm(directory, { recursive: true, force: true })
  vi.unstubAllEnvs()
})
// Folder of unfinished uploads, used by this test file alone.
vi.stubEnv('TMPDIR', await mkdtemp(path.join(tmpdir(), 'otklik-waiting-')))
const api = await openApi({ FILES_DIR: folder })
const anna = await freelancer(api)

const listWaitingFiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('otklik-upload-'))
const answerCounts: Record<string, number> = {}

test('pictures that promise too much are refused before they are decoded', async () => {
  for (const bomb of archiveBombs()) {
    const answer = await send(api, anna, bomb)
    expect([bomb.name, answer.status, outcomeOf(answer)]).toEqual([bomb.name, 413, 'too_large'])
    answerCounts[bomb.name] = answer.ms
  }
})

test('what is not on the list is refused by its content', async () => {
  for (const sample of wrongTypes) {
    const answer = await send(api, anna, sample)
    expect([sample.name, outcomeOf(answer)]).toEqual([sample.name, 'unsupported_type'])
    answerCounts[`type ${sample.name}`] = answer.ms
  }
})

test('pictures that are not whole are refused', async () => {
  for (const sample of await damagedFiles())
    expect([sample.name, outcomeOf(await send(api, anna, sample))]).toEqual([sample.name, 'file_damaged'])
})

test('parts that grow when unpacked cost neither time nor memory', async () => {
  const samples = hiddenBombs()
  const memoryBefore = process.memoryUsage()
  for (const sample of samples) {
    const answer = await send(api, anna, sample)
    expect(answer.status, `${sample.name} ${outcomeOf(answer)}`).toBeLessThan(500)
    answerCounts[`hidden ${sample.name} -> ${outcomeOf(answer)}`] = answer.ms
    expect(answer.ms).toBeLessThan(3000)
  }
  expect(process.memoryUsage().heapUsed - memoryBefore.heapUsed).toBeLessThan(64 * 1024 * 1024)
})

test('of two things in one only the picture is kept', async () => {
  for (const sample of await makePolyglots()) {
    const answer = await send(api, anna, sample)
    expect([sample.name, outcomeOf(answer)]).toEqual([sample.name, expect.stringMatching(/^(png|jpg)$/)])
    expect(answer.file.name).toMatch(/^[\w-]+\.(png|jpg)$/)
    const storedFile = await fetchFile(api, answer.file.file_url)
    expect(storedFile.status).toBe(200)
    for (const forbiddenText of ['canary', 'script', 'Exif', '%PDF', 'PK\x03\x04'])
      expect([sample.name, forbiddenText, storedFile.bytes.includes(forbiddenText)]).toEqual([
        sample.name,
        forbiddenText,
        false,
      ])
  }
})

test('documents stay byte for byte and are only ever saved', async () => {
  for (const [name, bytes, type] of [
    ['Резюме.pdf', pdf, 'application/pdf'],
    ['Смета.docx', docx, /wordprocessingml/],
    ['Заметка.txt', Buffer.from('Привет\r\n\tмир'), /^text\/plain/],
  ] as const) {
    const { file } = await send(api, anna, { name, bytes })
    expect(file).toMatchObject({ name, size: bytes.length, thumbnail_url: null })
    const storedFile = await fetchFile(api, file.file_url)
    expect(storedFile.bytes.equals(bytes)).toBe(true)
    expect(storedFile.headers['content-type']).toEqual(expect.stringMatching(type))
    expect(storedFile.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''%D0/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  }
})

test('every kind of picture is drawn anew with a small one beside it', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const bytes = await photo(600, 400).toFormat(format).toBuffer()
    const { file } = await send(api, anna, { name: `a.${format}`, bytes })
    expect(file.file_format).toBe(format === 'jpeg' ? 'jpg' : format)
    const thumbnail = await fetchFile(api, file.thumbnail_url ?? '')
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(thumbnail.bytes.length).toBeLessThan(bytes.length)
  }
})

test('a name is only words to show', async () => {
  const bytes = png(4, 4)
  const seenPixels = []
  for (const name of trickyNames) seenPixels.push((await send(api, anna, { name, bytes })).file.name)
  for (const name of seenPixels) {
    expect(name).toMatch(/\.png$/)
    expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}<>:"|?*;%]|^\./u)
    expect(name.length).toBeLessThanOrEqual(124)
  }
  expect((await readdir(folder)).every((key) => /^[\w-]{32}(-small)?$/.test(key))).toBe(true)
})

test('one byte over the limit is refused while it streams', async () => {
  const limit = 20 * 1024 * 1024
  expect(outcomeOf(await send(api, anna, { name: 'a.txt', bytes: Buffer.alloc(limit, 'a') }))).toBe('txt')
  expect(outcomeOf(await send(api, anna, { name: 'a.txt', bytes: Buffer.alloc(limit + 1, 'a') }))).toBe(
    'too_large',
  )
  expect(outcomeOf(await send(api, anna, { name: 'a.txt', bytes: Buffer.alloc(limit * 2, 'a') }))).toBe(
    'too_large',
  )
})

test('a form that is none, an empty file and two files are told apart', async () => {
  expect(outcomeOf(await send(api, anna, { name: 'a.txt', bytes: Buffer.alloc(0) }))).toBe('invalid_input')
  const headers = { authorization: `Bearer ${anna.token}` }
  const postUpload = (type: string, payload: string) =>
    api.server.inject({
      method: 'POST',
      url: '/api/files/upload',
      headers: { ...headers, 'content-type': type },
      payload,
    })
  expect((await postUpload('application/json', '{}')).json().code).toBe('malformed')
  expect((await postUpload('multipart/form-data', 'x')).json().code).toBe('malformed')
  expect((await postUpload('multipart/form-data; boundary=b', '--b\r\ngarbage')).json().code).toBe(
    'malformed',
  )
  const bodyPart = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n'
  expect(
    (await postUpload('multipart/form-data; boundary=b', `${bodyPart}${bodyPart}--b--\r\n`)).json().code,
  ).toBe('invalid_input')
  expect((await postUpload('multipart/form-data; boundary=b', bodyPart.slice(0, 70))).json().code).toBe(
    'malformed',
  )
  const fields = Array.from(
    { length: 40 },
    (_, i) => `--b\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\nx\r\n`,
  )
  expect(
    (await postUpload('multipart/form-data; boundary=b', `${fields.join('')}${bodyPart}--b--\r\n`))
      .statusCode,
  ).toBe(413)
  const otherAnswer = await api.server.inject({
    method: 'POST',
    url: '/favorites/get_projects',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${bodyPart}--b--\r\n`,
  })
  expect(otherAnswer.statusCode).toBe(415)
})

describe('a full disk', () => {
  const diskFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const filesOf = ({ id }: { id: number }) =>
    api.ctx.db.selectFrom('files').select('id').where('owner_id', '=', id).execute()
  const countStored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

  test.each([
    ['at the picture', 1],
    ['at its small copy', 2],
  ])('%s is said as such and leaves neither a part nor a row', async (_name, call) => {
    const boris = await freelancer(api)
    const countBefore = await countStored()
    const sample = { name: 'photo.jpg', bytes: await photo(400, 300).jpeg().toBuffer() }
    const { store } = api.ctx.storage
    let calls = 0
    const storeSpy = vi.spyOn(api.ctx.storage, 'store').mockImplementation(async (key, file, mime) => {
      await store(key, file, mime)
      // The file is already written when this error occurs, so the upload has to delete it.
      if (++calls === call) throw new Error('Cannot write file', { cause: diskFull })
    })
    const answer = await send(api, boris, sample)
    storeSpy.mockRestore()
    expect([answer.status, outcomeOf(answer)]).toEqual([507, 'storage_full'])
    expect(answer.problem.message).toBe(
      'Сейчас не можем принять файл: его некуда сохранить. Попробуйте позже',
    )
    expect(calls).toBe(call)
    expect(await countStored()).toBe(countBefore)
    expect(await filesOf(boris)).toEqual([])
    expect(outcomeOf(await send(api, boris, sample))).toBe('jpg')
  })

  test.each(['EACCES', 'EROFS', 'EEXIST'])(
    'that is a folder which nobody may write (%s) is said alike',
    async (code) => {
      const boris = await freelancer(api)
      const refusal = Object.assign(new Error(`${code}: mkdir`), { code })
      const storeSpy = vi.spyOn(api.ctx.storage, 'store').mockRejectedValue(refusal)
      const answer = await send(api, boris, { name: 'brief.txt', bytes: Buffer.from('Бриф') })
      storeSpy.mockRestore()
      expect([answer.status, outcomeOf(answer)]).toEqual([507, 'storage_full'])
      expect(await filesOf(boris)).toEqual([])
    },
  )

  test('where uploads wait is said as such and leaves nothing there', async () => {
    await expect(withScratch(() => writeFile('/dev/full', 'bytes'))).rejects.toMatchObject({
      code: 'storage_full',
    })
    expect(await listWaitingFiles()).toEqual([])
    const tempDir = process.env.TMPDIR
    vi.stubEnv('TMPDIR', path.join(folder, 'absent'))
    await expect(withScratch(async () => {})).rejects.toMatchObject({ code: 'ENOENT' })
    vi.stubEnv('TMPDIR', tempDir)
  })

  test('under a picture that is drawn anew is no fault of the picture', async () => {
    const source = path.join(folder, 'source')
    await writeFile(source, await photo(400, 300).jpeg().toBuffer())
    await symlink('/dev/full', `${source}.full`)
    await expect(withScratch(() => reencode(source, 'jpg'))).rejects.toMatchObject({ code: 'storage_full' })
    await rm(source)
    await rm(`${source}.full`)
  })
})

test('nothing waits in the way of the uploads, and the whole corpus is quick', async () => {
  expect(await listWaitingFiles()).toEqual([])
  for (const [name, ms] of Object.entries(answerCounts)) expect([name, ms < 3000]).toEqual([name, true])
})
