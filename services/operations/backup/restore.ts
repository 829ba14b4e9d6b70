import { sql } from 'kysely'
import { connect, type Db } from '#db/index.ts'
import type { Config } from '#services/core/config/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import {
  advanceSequences,
  askAboutLostInvoices,
  type RestoreReport,
} from '#services/payments/verification/after-restore.ts'
import { storeLog } from './archive.ts'
import { otherSecrets } from './manifest.ts'
import { historyOf } from './own-server.ts'
import { type DataRestoreOptions, type RestoredFiles, restoreData, restoreFiles } from './restore-data.ts'
import { type Examination, examine } from './verify.ts'

export interface Restored {
  backup: string
  logs: number
  /** Sentences about secrets that have changed since the backup. */
  secrets: string[]
  state: Examination
  numbers: { known: number; next: number }
  money: RestoreReport
  files: RestoredFiles
  seconds: { data: number; whole: number }
}

export type RestoreOptions = DataRestoreOptions & {
  config: Config
  /** Database role of the product's processes, and the password that the restore sets for it. */
  app?: { role: string; password: string }
  owner_password?: string
  /** Milliseconds between two inquiries to the payment provider. */
  gapMs?: number
}

/**
 * Restores the product from a backup: the database and people's files. Skips invoice numbers that may have been used
 * since the backup, and asks the payment provider about payments made since then. At the end the server is stopped, so
 * that Postgres can be started on the folder.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { config, gapMs = 100, onProgress: say = () => {} } = options
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  const server = await restoreData(options)
  const data = seconds()
  await storeHistory(options, server.url)
  const owner = connect(server.url, { max: 1 })
  // No process of the product runs during a restore, so the restore connects as the owner.
  const ctx = createContext(
    { ...config, DATABASE_URL: server.url, DATABASE_DIRECT_URL: undefined },
    'restore',
  )
  try {
    await setPasswords(owner, options)
    const numbers = await advanceSequences(owner)
    say(`asking the provider about the money since ${server.note.finished_at}`)
    const money = await askAboutLostInvoices(ctx, numbers.known, {
      gapMs,
      onProgress: (inquiries) => inquiries % 50 === 0 && say(`${inquiries} questions`),
    })
    const files = config.S3_BUCKET
      ? { restored: 0, missing: 0, unreadable: 0 }
      : await restoreFiles(options, config.FILES_DIR, await listFiles(owner))
    return {
      backup: server.note.name,
      logs: server.logs,
      secrets: otherSecrets(config, server.note),
      state: await examine(owner),
      numbers,
      money,
      files,
      seconds: { data, whole: seconds() },
    }
  } finally {
    await closeContext(ctx)
    await owner.destroy()
    await server.stop()
  }
}

/**
 * Stores the history file of the new timeline among the backups, so that the next restore does not choose the same
 * timeline.
 */
async function storeHistory({ vault, data, config }: RestoreOptions, url: string): Promise<void> {
  const history = await historyOf(data, url)
  if (history) await storeLog(config, vault, history)
}

/** Replaces the passwords of the database roles, which come from the backup, by the passwords of this installation. */
async function setPasswords(owner: Db, { app, owner_password, owner_url }: RestoreOptions): Promise<void> {
  const roles = [app, { role: decodeURIComponent(new URL(owner_url).username), password: owner_password }]
  for (const role of roles) {
    if (!role?.password) continue
    const { rows } = await sql`select from pg_roles where rolname = ${role.role}`.execute(owner)
    if (rows.length > 0)
      await sql`alter role ${sql.id(role.role)} password ${sql.lit(role.password)}`.execute(owner)
  }
}

async function listFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('files').select(['storage_key', 'thumbnail_key']).execute()
  return rows
    .flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key])
    .filter((key) => key !== null)
}
