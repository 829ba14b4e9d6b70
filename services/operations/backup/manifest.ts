import { createHash, randomBytes, scryptSync } from 'node:crypto'
import type { BackupSpan } from '#db/base-backup.ts'
import type { Config } from '#services/core/config/config.ts'
import { decryptObject, type StoredObject } from './encryption.ts'
import type { Vault } from './vault.ts'

/** Description of a backup. It is written once the backup is complete. */
export interface BackupNote {
  /** Name of the backup, which is its start time, such as 2026-11-22T03-00-00-000Z. */
  name: string
  finished_at: string
  span: BackupSpan
  /** First WAL file that a restore needs in addition to the backup. */
  segment: string
  postgres: string
  /** Name of the last migration in the backup. */
  migration: string
  /** Last invoice number that was used when the backup was taken. */
  invoice_number: number
  /** Size of the copied data in bytes. */
  bytes: number
  /** Hashes of the parts as they are stored, so that encrypted parts are checked without the private key. */
  parts: { key: string; sha256: string }[]
  /** Public key for which the parts are encrypted; absent if they are plain. */
  recipient?: string
  salt: string
  /**
   * Salted hash of each secret. It shows whether a secret has changed since the backup, but does not reveal the secret.
   */
  secrets: Record<string, string>
}

/** Secrets that a restored database needs. The text tells the effect if the secret has changed since the backup. */
export const keptSecrets = {
  PHONE_KEY: 'stored telephone numbers cannot be read',
  DEPARTURE_KEY: 'people who deleted their account are not known again',
  JWT_SECRETS: 'everybody has to open the mini-app anew',
  ROBOKASSA_MERCHANT: 'the provider is asked about another shop',
  BOT_TOKEN: 'it is another bot, to which nobody has spoken yet',
} as const satisfies Partial<Record<keyof Config, string>>

export function markSecrets(config: Config, salt = randomBytes(16).toString('hex')) {
  const mark = (value: string) => scryptSync(value, salt, 12).toString('hex')
  const names = Object.keys(keptSecrets) as (keyof typeof keptSecrets)[]
  return { salt, secrets: Object.fromEntries(names.map((name) => [name, mark(config[name])])) }
}

/** Sentences about the secrets that have changed since the backup. */
export function otherSecrets(config: Config, note: Pick<BackupNote, 'salt' | 'secrets'>): string[] {
  const { secrets } = markSecrets(config, note.salt)
  return Object.entries(keptSecrets).flatMap(([name, meaning]) =>
    secrets[name] === note.secrets[name] ? [] : [`${name} is another one: ${meaning}`],
  )
}

const keyOf = (name: string) => `base/${name}/note.json`

export function keepNote(vault: Vault, note: BackupNote): Promise<void> {
  return vault.put(keyOf(note.name), Buffer.from(JSON.stringify(note, null, 2)))
}

/**
 * Yields the parts of a backup in order, as they are stored.
 * @throws if a part is missing or its hash differs from the description
 */
export async function* readParts(vault: Vault, note: BackupNote): AsyncGenerator<StoredObject> {
  for (const { key, sha256 } of note.parts) {
    const bytes = await vault.get(key)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${key} of ${vault.place} is not what was written there.`)
    yield { key, bytes }
  }
}

/**
 * Yields the decrypted parts of a backup in order.
 * @throws if a part is missing, differs from the description or cannot be decrypted
 */
export async function* openParts(
  vault: Vault,
  note: BackupNote,
  privateKeys: readonly string[],
): AsyncGenerator<Uint8Array> {
  for await (const part of readParts(vault, note)) yield (await decryptObject(privateKeys, part)).bytes
}

/** Lists the names of complete backups, oldest first. */
export async function listBackups(vault: Vault): Promise<string[]> {
  const keys = await vault.list('base/')
  return keys.flatMap((key) => /^base\/([^/]+)\/note\.json$/.exec(key)?.[1] ?? [])
}

/**
 * Reads the description of the backup with the given name, or of the newest backup that was finished before the given
 * time.
 * @throws if there is no such backup
 */
export async function readNote(
  vault: Vault,
  criteria: { name?: string; before?: Date } = {},
): Promise<BackupNote> {
  const names = await listBackups(vault)
  for (const name of criteria.name ? [criteria.name] : names.reverse()) {
    const note = JSON.parse(Buffer.from(await vault.get(keyOf(name))).toString()) as BackupNote
    if (!criteria.before || Date.parse(note.finished_at) <= criteria.before.getTime()) return note
  }
  throw new Error(`There is no such backup in ${vault.place}.`)
}
