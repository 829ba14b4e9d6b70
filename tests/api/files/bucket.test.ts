import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { openApi } from '#tests/support/api/api.ts'
import { client } from '#tests/support/people/people.ts'
import { photo } from './uploads-corpus.ts'
import { fetchFile, send } from './uploads-sending.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-s3-'))
const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'otklik', configs: [] }],
})
const { port } = await bucket.run()
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const api = await openApi({
  S3_BUCKET: 'otklik',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: '1',
})

test('a bucket keeps files byte for byte and loses them when they are swept', async () => {
  const anna = await client(api)
  const bytes = Buffer.alloc(70_000, 'Письмо ')
  const { file } = await send(api, anna, { name: 'a.txt', bytes })
  const storedFile = await fetchFile(api, file.file_url)
  expect([storedFile.status, storedFile.bytes.equals(bytes)]).toEqual([200, true])
  const picture = (await send(api, anna, { name: 'a.png', bytes: await photo(600, 400).png().toBuffer() }))
    .file
  expect((await fetchFile(api, picture.thumbnail_url ?? '')).bytes.subarray(8, 12).toString()).toBe('WEBP')
  const keys = await api.ctx.db.selectFrom('files').select('storage_key').execute()
  await anna.call('DELETE /api/files/delete', { body: { id: file.id } })
  await anna.call('DELETE /api/files/delete', { body: { id: picture.id } })
  expect(await sweepFiles(api.ctx, 10)).toBe(2)
  for (const { storage_key } of keys) expect(await api.ctx.storage.read(storage_key)).toBe(null)
})
