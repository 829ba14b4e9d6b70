import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BackupNote } from './manifest.ts'
import { unpack } from './restore-data.ts'
import type { Vault } from './vault.ts'

const fileBytes = 300_000

/** Returns an archive with one file, and an empty folder into which it can be unpacked. */
function newArchive() {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-unpack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = path.join(folder, 'data')
  mkdirSync(data)
  writeFileSync(path.join(folder, 'base'), Buffer.alloc(fileBytes, 'x'))
  const archive = execFileSync('tar', ['-c', '-f', '-', '-C', folder, 'base'])
  return { data, archive }
}

/** Returns a storage of backups with these parts, of which the last is given only when `last` allows it. */
function storageOf(parts: Buffer[], last: () => unknown = () => {}) {
  const packed = parts.map((part) => zstdCompressSync(part))
  const vault = {
    place: 'test',
    async get(key: string) {
      if (Number(key) === packed.length - 1) await last()
      return packed[Number(key)]
    },
  } as unknown as Vault
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const note = { parts: packed.map((bytes, index) => ({ key: String(index), sha256: sha256(bytes) })) }
  return { vault, note: note as BackupNote }
}

const isChildRunning = () => process.getActiveResourcesInfo().includes('ProcessWrap')

test('tar may end before the backup was read to its end', async () => {
  const { data, archive } = newArchive()
  const { vault, note } = storageOf([archive, Buffer.alloc(0)], () =>
    vi.waitFor(() => expect(isChildRunning()).toBe(false), 10_000),
  )
  await unpack({ vault, data }, note)
  expect(existsSync(path.join(data, 'base'))).toBe(true)
})

test('more may follow the archive than tar reads', async () => {
  const { data, archive } = newArchive()
  const { vault, note } = storageOf([archive, Buffer.alloc(30_000_000)])
  await unpack({ vault, data }, note)
  expect(existsSync(path.join(data, 'base'))).toBe(true)
})

test('an archive that is cut off is not restored, and tar says why', async () => {
  const { data, archive } = newArchive()
  const { vault, note } = storageOf([archive.subarray(0, fileBytes / 2)])
  await expect(unpack({ vault, data }, note)).rejects.toThrow(/could not be unpacked: .*Unexpected EOF/)
})

test('a part that was changed is not restored', async () => {
  const { data, archive } = newArchive()
  const { vault, note } = storageOf([archive.subarray(0, fileBytes / 2), archive.subarray(fileBytes / 2)])
  note.parts[1] = { key: '1', sha256: 'another' }
  await expect(unpack({ vault, data }, note)).rejects.toThrow('is not what was written there')
})
