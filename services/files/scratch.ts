import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'

/** Whether there is no room for bytes, as the system says it, or a library that passes it on. */
export function isDiskFull(error: unknown): boolean {
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device/i.test(message)) return true
  return cause !== undefined && cause !== null && isDiskFull(cause)
}

/**
 * A folder for bytes that nobody has checked yet; afterwards it is gone whatever happened.
 * @throws storage_full when there is no room for them, here or where they are to stay
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
