import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '#services/core/config/config.ts'
import { openVault } from './vault.ts'

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-vault-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Returns the prototype of open files, which Node does not export. */
async function filePrototype(folder: string): Promise<FileHandle> {
  const handle = await open(folder)
  await handle.close()
  return Object.getPrototypeOf(handle)
}

test('a file is on the disk before it has its name, and the name before the original may go', async () => {
  const folder = newFolder()
  const file = path.join(folder, 'wal/1.gz')
  const vault = await openVault({ BACKUP_DIR: folder } as Config)
  const namedAtSync: boolean[] = []
  const prototype = await filePrototype(folder)
  const { sync } = prototype
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    namedAtSync.push(existsSync(file))
    return sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  await vault.put('wal/1.gz', Buffer.from('log'))
  // The content; then the folder, and the folder above, because the folder is new.
  expect(namedAtSync).toEqual([false, true, true])
  expect(readFileSync(file, 'utf8')).toBe('log')
  namedAtSync.length = 0
  await vault.put('wal/2.gz', Buffer.from('log'))
  expect(namedAtSync).toHaveLength(2)
})

test('a disk that refuses leaves no file of that name, and what was begun is not listed', async () => {
  const folder = newFolder()
  const vault = await openVault({ BACKUP_DIR: folder } as Config)
  const spy = vi.spyOn(await filePrototype(folder), 'sync').mockRejectedValueOnce(new Error('ENOSPC'))
  onTestFinished(() => spy.mockRestore())
  await expect(vault.put('wal/1.gz', Buffer.from('log'))).rejects.toThrow('ENOSPC')
  expect(await vault.list('wal/')).toEqual([])
  await vault.put('wal/1.gz', Buffer.from('log'))
  expect(await vault.list('wal/')).toEqual(['wal/1.gz'])
})

test('objects of earlier releases are listed beside new ones', async () => {
  const folder = newFolder()
  mkdirSync(path.join(folder, 'wal'))
  writeFileSync(path.join(folder, 'wal/1.gz'), '')
  const vault = await openVault({ BACKUP_DIR: folder } as Config)
  await vault.put('wal/2.gz.age', Buffer.from('log'))
  expect(await vault.list('wal/')).toEqual(['wal/1.gz', 'wal/2.gz.age'])
})
