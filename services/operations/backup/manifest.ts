import { createHash, randomBytes, scryptSync } from 'node:crypto'
import type { BackupSpan } from '#db/base-backup.ts'
import type { Config } from '#services/core/config/config.ts'
import type { Vault } from './vault.ts'

/** What is written beside a backup when it is whole. */
export interface BackupNote {
  /** Such as 2026-11-22T03-00-00-000Z: the moment it began. */
  name: string
  finished_at: string
  span: BackupSpan
  /** The first file of the write-ahead log that is needed after it. */
  segment: string
  postgres: string
  /** The last migration. */
  migration: string
  /** The last number of an invoice. */
  invoice_number: number
  /** Bytes of the server's data. */
  bytes: number
  parts: { key: string; sha256: string }[]
  salt: string
  /** A mark of each secret, by which another one is noticed; the secret cannot be found from it. */
  secrets: Record<string, string>
}

/** Secrets without which what is restored cannot be read or checked, and what another one means. */
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

/** Sentences about secrets that are others than when the backup was taken. */
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

/** The pieces of a backup in their order. @throws when one is missing, or is not what was written */
export async function* readParts(vault: Vault, note: BackupNote): AsyncGenerator<Uint8Array> {
  for (const { key, sha256 } of note.parts) {
    const bytes = await vault.get(key)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${key} of ${vault.place} is not what was written there.`)
    yield bytes
  }
}

/** Names of whole backups, the oldest first. */
export async function listBackups(vault: Vault): Promise<string[]> {
  const keys = await vault.list('base/')
  return keys.flatMap((key) => /^base\/([^/]+)\/note\.json$/.exec(key)?.[1] ?? [])
}

/**
 * A backup by its name, or the newest one that was finished before a moment.
 * @throws when there is none
 */
export async function readNote(
  vault: Vault,
  wanted: { name?: string; before?: Date } = {},
): Promise<BackupNote> {
  const names = await listBackups(vault)
  for (const name of wanted.name ? [wanted.name] : names.reverse()) {
    const note = JSON.parse(Buffer.from(await vault.get(keyOf(name))).toString()) as BackupNote
    if (!wanted.before || Date.parse(note.finished_at) <= wanted.before.getTime()) return note
  }
  throw new Error(`There is no such backup in ${vault.place}.`)
}
