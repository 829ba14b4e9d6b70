import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { operationsMessages } from '#services/operations/alarms/messages.ts'
import {
  forgetFiles,
  type Mirror,
  mirrorFiles,
  shipLog,
  storeLog,
} from '#services/operations/backup/archive.ts'
import { isBackupDue, removeOld } from '#services/operations/backup/create.ts'
import { drillAndReport, isDrillDue } from '#services/operations/backup/drill.ts'
import { decryptObject, generateKeyPair, type KeyPair } from '#services/operations/backup/encryption.ts'
import type { BackupNote } from '#services/operations/backup/manifest.ts'
import { noteDone } from '#services/operations/backup/progress.ts'
import { requireKeys, restoreFiles } from '#services/operations/backup/restore-data.ts'
import { openVault, type Vault } from '#services/operations/backup/vault.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { timing } from '#workers/engine/timing.ts'
import { contextWith, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** The storage of backups with a key, beside what was written before there was one. */

let setup: WorkerSetup
let folder: string
let keys: KeyPair
let vault: Vault
beforeAll(async () => {
  setup = await setUpWorkers()
  keys = await generateKeyPair()
})
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'otklik-backups-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['vault', 'files', 'archive']) mkdirSync(path.join(folder, name))
  vault = await openVault(contextOf().config)
  await setup.ctx.db.deleteFrom('files').execute()
  await setup.ctx.db.deleteFrom('backup_marks').execute()
})

const contextOf = (BACKUP_KEY?: string) =>
  contextWith(setup.ctx, {
    BACKUP_DIR: path.join(folder, 'vault'),
    FILES_DIR: path.join(folder, 'files'),
    BACKUP_KEY,
  })

test('a piece of the log is encrypted, the history of timelines is not, and both go from the folder of Postgres', async () => {
  const name = '000000010000000000000005'
  const history = '00000002.history'
  for (const file of [name, history]) writeFileSync(path.join(folder, 'archive', file), 'log')
  expect(await shipLog(contextOf(keys.publicKey), vault, path.join(folder, 'archive'))).toBe(2)
  expect(readdirSync(path.join(folder, 'archive'))).toEqual([])
  expect(await vault.list('')).toEqual([`wal/${name}.gz.age`, `wal/${history}.gz`])
  const bytes = await vault.get(`wal/${name}.gz.age`)
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
  const opened = await decryptObject([keys.privateKey], { key: `wal/${name}.gz.age`, bytes })
  expect(gunzipSync(opened.bytes).toString()).toBe('log')
})

async function addFile(storage_key: string): Promise<void> {
  const { id: owner_id } = await insertPerson(setup)
  const row = {
    owner_id,
    purpose: 'avatar' as const,
    bytes: 1,
    mime_type: 'x',
    name: storage_key,
    file_format: 'png',
  }
  await setup.ctx.db
    .insertInto('files')
    .values({ ...row, storage_key })
    .execute()
  writeFileSync(path.join(folder, 'files', storage_key), `content of ${storage_key}`)
}

test('plain copies of files are replaced once there is a key, and come back with the private key alone', async () => {
  await addFile('one')
  expect(await mirrorFiles(contextOf(), vault, {})).toBe(1)
  expect(await vault.list('files/')).toEqual(['files/one'])
  await addFile('two')
  const ctx = contextOf(keys.publicKey)
  const mirror: Mirror = {}
  expect(await mirrorFiles(ctx, vault, mirror)).toBe(2)
  expect(await vault.list('files/')).toEqual(['files/one.age', 'files/two.age'])
  expect([await mirrorFiles(ctx, vault, mirror), await mirrorFiles(ctx, vault, {})]).toEqual([0, 0])
  expect(await forgetFiles(ctx, vault)).toBe(0)
  const other = await generateKeyPair()
  const target = path.join(folder, 'restored')
  const wanted = ['one', 'two', 'three']
  const tryRestore = (privateKeys: string[]) => restoreFiles({ vault, privateKeys }, target, wanted)
  expect(await tryRestore([other.privateKey])).toEqual({ restored: 0, missing: 1, unreadable: 2 })
  expect(await tryRestore([keys.privateKey])).toEqual({ restored: 2, missing: 1, unreadable: 0 })
  expect(readFileSync(path.join(target, 'one'), 'utf8')).toBe('content of one')
})

test('after a change of the key the lost private key of old copies is no longer needed', async () => {
  await addFile('one')
  await addFile('two')
  await mirrorFiles(contextOf(keys.publicKey), vault, {})
  const other = await generateKeyPair()
  const ctx = contextOf(other.publicKey)
  // The storage refuses after the first file: the next round begins again.
  const mirror: Mirror = {}
  let writes = 0
  const failing: Vault = {
    ...vault,
    async put(key, bytes) {
      if (++writes > 1) throw new Error('the disk is full')
      await vault.put(key, bytes)
    },
  }
  await expect(mirrorFiles(ctx, failing, mirror)).rejects.toThrow('the disk is full')
  expect(await mirrorFiles(ctx, vault, mirror)).toBe(2)
  expect([await mirrorFiles(ctx, vault, mirror), await mirrorFiles(ctx, vault, {})]).toEqual([0, 0])
  const restored = await restoreFiles(
    { vault, privateKeys: [other.privateKey] },
    path.join(folder, 'restored'),
    ['one', 'two'],
  )
  expect(restored).toEqual({ restored: 2, missing: 0, unreadable: 0 })
  expect(await mirrorFiles(contextOf(), vault, {})).toBe(2)
  expect(await vault.list('files/')).toEqual(['files/one', 'files/two'])
})

test('a restore asks only for the keys of what follows its backup', async () => {
  const put = async (name: string, publicKey: string | undefined) =>
    storeLog({ BACKUP_KEY: publicKey }, vault, { name, bytes: Buffer.from('log') })
  const other = await generateKeyPair()
  await put('000000010000000000000004', other.publicKey)
  await put('00000002.history', other.publicKey)
  await put('000000020000000000000005', keys.publicKey)
  const note = {
    name: 'newest',
    segment: '000000020000000000000005',
    recipient: keys.publicKey,
  } as BackupNote
  await requireKeys(vault, note, [keys.privateKey])
  await expect(requireKeys(vault, note, [])).rejects.toThrow(
    `The backup newest is encrypted for ${keys.publicKey}, and no private key is given. Name the file with its private key`,
  )
  await expect(requireKeys(vault, note, [other.privateKey])).rejects.toThrow(
    `the given key is that of ${other.publicKey}`,
  )
  const plainNote = { ...note, recipient: undefined } as unknown as BackupNote
  await expect(requireKeys(vault, plainNote, [])).rejects.toThrow(
    '000000020000000000000005.gz.age is encrypted',
  )
  await vault.delete('wal/000000020000000000000005.gz.age')
  await requireKeys(vault, plainNote, [])
})

test('the copy of a deleted file goes after the days of backups, encrypted or not', async () => {
  await addFile('gone')
  const ctx = contextOf(keys.publicKey)
  await mirrorFiles(ctx, vault, {})
  await setup.ctx.db.deleteFrom('files').execute()
  expect(await forgetFiles(ctx, vault)).toBe(0)
  const later = new Date(Date.now() + (ctx.config.BACKUP_KEEP_DAYS + 1) * 24 * 60 * 60_000)
  expect(await forgetFiles({ ...ctx, now: () => later }, vault)).toBe(1)
  expect(await vault.list('files/')).toEqual([])
})

test('old pieces of the log go with the backup that needed them, encrypted or not', async () => {
  for (const day of ['01', '02', '03', '04']) {
    const name = `2026-01-${day}`
    const note = { name, finished_at: `${name}T03:00:00Z`, segment: `0000000100000000000000${day}` }
    await vault.put(`base/${name}/note.json`, Buffer.from(JSON.stringify(note)))
    await vault.put(`wal/0000000100000000000000${day}.gz${day > '02' ? '.age' : ''}`, Buffer.from('log'))
  }
  await vault.put('wal/000000010000000000000002.gz.age', Buffer.from('log'))
  // A backup stays for as many days as the operator says; fourteen are the default.
  const at = (time: string) => ({ ...contextOf(keys.publicKey), now: () => new Date(time) })
  expect(await removeOld(at('2026-01-15T02:00:00Z'), vault)).toEqual([])
  expect(await removeOld(at('2026-01-16T04:00:00Z'), vault)).toEqual(['2026-01-01', '2026-01-02'])
  expect(await vault.list('wal/')).toEqual([
    'wal/000000010000000000000003.gz.age',
    'wal/000000010000000000000004.gz.age',
  ])
})

const dayMs = 24 * 60 * 60_000

test.each<[string, detail: object | undefined, ageMs: number, isDue: boolean]>([
  ['there is none', undefined, 0, true],
  ['it is a day old', { recipient: 'own' }, dayMs, true],
  ['it is young', { recipient: 'own' }, dayMs - 1000, false],
  ['it is plain', {}, 0, true],
  ['it is for another key', { recipient: 'other' }, 0, true],
])('a backup is taken at once: %s', async (_name, detail, ageMs, isDue) => {
  const named = { own: keys.publicKey, other: (await generateKeyPair()).publicKey }
  const { recipient } = (detail ?? {}) as { recipient?: keyof typeof named }
  const now = new Date()
  const then = new Date(now.getTime() - ageMs)
  if (detail)
    await noteDone(
      { ...setup.ctx, now: () => then },
      'base',
      recipient ? { recipient: named[recipient] } : {},
    )
  expect(await isBackupDue({ ...contextOf(keys.publicKey), now: () => now }, dayMs)).toBe(isDue)
})

test('the database is copied each day', () => {
  expect(timing.backups.base).toBe(dayMs)
})

test('without a key a young plain backup is enough', async () => {
  await noteDone(setup.ctx, 'base', { name: 'plain' })
  expect(await isBackupDue(contextOf(), dayMs)).toBe(false)
})

test('a drill is told to the operators, good or bad, and is due again a month later', async () => {
  const ctx = contextOf(keys.publicKey)
  await ctx.db.deleteFrom('deliveries').execute()
  const drillNow = () => drillAndReport(ctx, { vault, owner_url: setup.owner_url, folder })
  expect(await isDrillDue(ctx)).toBe(true)
  expect(await drillNow()).toMatchObject({
    is_sound: false,
    trouble: expect.stringContaining('no such backup'),
  })
  const note = { name: '2026-01-01', recipient: keys.publicKey, parts: [] }
  await vault.put('base/2026-01-01/note.json', Buffer.from(JSON.stringify(note)))
  expect(await drillNow()).toMatchObject({ is_sound: true, is_opened: false, backup: '2026-01-01' })
  const told = await ctx.db
    .selectFrom('deliveries')
    .select(['chat_id', 'kind', 'payload'])
    .orderBy('id')
    .execute()
  const toOperators = { chat_id: ctx.config.OPS_CHAT_ID, kind: 'restore_drill' }
  expect(told).toMatchObject([
    { ...toOperators, payload: { is_sound: false } },
    { ...toOperators, payload: { is_sound: true, is_opened: false } },
  ])
  const monthMs = 30 * dayMs
  const dueAfter = (ms: number) => isDrillDue({ ...ctx, now: () => new Date(Date.now() + ms) })
  expect([await dueAfter(monthMs - 60_000), await dueAfter(monthMs)]).toEqual([false, true])
})

test.each([
  [true, /everything adds up/],
  [undefined, /everything adds up/],
  [false, /was not opened.*otklik drill/],
])('operators read what a drill has opened: %s', async (is_opened, text) => {
  const figures = { seconds: 1, lost_seconds: 0, listings: 2, payments: 3 }
  const reader = { chat_id: 1, language: 'en' as const, is_private: false }
  const payload = { is_sound: true, ...figures, ...(is_opened !== undefined && { is_opened }) }
  const message = await operationsMessages.restore_drill.compose(setup.ctx, payload, reader)
  expect(message?.text).toMatch(text)
})
