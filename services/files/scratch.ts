import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'

/** True if an error, or one of its causes, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device/i.test(message)) return true
  return cause !== undefined && cause !== null && isDiskFull(cause)
}

/**
 * Runs `use` with a temporary folder for uploaded bytes that are not checked yet. The folder is deleted afterwards,
 * also after an error.
 * @throws storage_full if the local disk or the storage of files is full
 */
export async function withScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await inScratch(use)
  } catch (error) {
    throw isDiskFull(error) ? new AppError('storage_full') : error
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
