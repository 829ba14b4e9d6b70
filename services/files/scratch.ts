import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'

/** Codes of a disk without room, and of a folder that may not be written or is none. */
const refusals = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

/** True if an error, or one of its causes, means that files cannot be stored, whatever the file is. */
export function isStorageRefusal(error: unknown): boolean {
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: unknown }
  if (refusals.includes(code ?? '') || /no space left on device/i.test(message)) return true
  return cause !== undefined && cause !== null && isStorageRefusal(cause)
}

/**
 * Runs `use` with a temporary folder for uploaded bytes that are not checked yet. The folder is deleted afterwards,
 * also after an error.
 * @throws storage_full if the local disk or the storage of files takes no file
 */
export async function withScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await inScratch(use)
  } catch (error) {
    throw isStorageRefusal(error) ? new AppError('storage_full') : error
  }
}

async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-upload-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
