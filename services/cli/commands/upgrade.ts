import { migrate } from '#db/migrate.ts'
import { compareMigrations } from '#db/pending.ts'
import { seed } from '#db/seed.ts'
import { checkFiles } from '#services/cli/checks/machine.ts'
import { checkPostgres } from '#services/cli/checks/postgres.ts'
import { checkRedis } from '#services/cli/checks/redis.ts'
import { databaseUrl } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { requireYes } from '#services/cli/prompts.ts'
import { asOwner, type Session } from '#services/cli/session.ts'
import type { BackupNote } from '#services/operations/backup/manifest.ts'
import { openVault } from '#services/operations/backup/vault.ts'
import { describeBackup, requireBackupStorage, takeVerifiedBackup } from './backup/backup.ts'
import { doctor, reportFindings } from './state/doctor.ts'

export type UpgradeOptions = { yes?: boolean; backup: boolean }

/**
 * Migrates the database to this release while processes of the previous release run: checks, takes a backup,
 * applies migrations and checks again. The processes are replaced afterwards.
 */
export async function upgrade(session: Session, options: UpgradeOptions): Promise<Outcome> {
  const pending = await requireHealthy(session)
  const done = pending.length > 0 ? await apply(session, pending, options) : { told: [], applied: [] }
  const after = await doctor(session)
  const told =
    pending.length > 0 ? done.told : ['The database is that of this release already: no backup was taken.']
  return {
    text: [
      ...told,
      '',
      ...after.text,
      '',
      'Next: replace the processes one after another (docs/operating.md, Replacing processes).',
    ],
    data: { applied: done.applied, backup: done.note?.name ?? null, ...after.data },
    isBad: after.isBad ?? false,
  }
}

/**
 * Checks Postgres, Redis and the file storage before the upgrade.
 * @returns pending migrations
 * @throws Refusal if a check is bad, before anything is changed; pending migrations are expected
 */
async function requireHealthy(session: Session): Promise<string[]> {
  const ctx = session.context()
  session.output.note('… looking at Postgres, Redis and files')
  const findings = [...(await checkPostgres(ctx)), ...(await checkRedis(ctx)), ...(await checkFiles(ctx))]
  const isPostgresThere = findings.some(({ about }) => about === 'migrations')
  const { pending, unknown } = isPostgresThere
    ? await compareMigrations(ctx.db)
    : { pending: [], unknown: [] }
  const wrong = findings.filter(
    // Pending migrations are expected before an upgrade. Migrations that this release does not know are an error.
    ({ about, state }) => state === 'bad' && (about !== 'migrations' || unknown.length > 0),
  )
  if (wrong.length > 0)
    throw new Refusal(
      `Nothing was changed, because this is wrong already:\n${reportFindings(wrong).text.join('\n')}`,
    )
  return pending
}

type Applied = { told: string[]; applied: string[]; note?: BackupNote }

async function apply(session: Session, pending: string[], options: UpgradeOptions): Promise<Applied> {
  return asOwner(session, async (ctx, owner_url) => {
    const vault = await openVault(ctx.config)
    if (options.backup) await requireBackupStorage(ctx, vault)
    const before = options.backup ? `after a backup into ${vault.place}` : 'without a backup'
    const names = pending.join(', ')
    await requireYes(session, `Migrations are applied, ${before}: ${names}.`, options.yes ?? false)
    const note = options.backup ? await takeVerifiedBackup(session, { ctx, vault, owner_url }) : undefined
    session.output.note(`… applying ${names}`)
    const applied = await migrate(owner_url, databaseUrl(session.env)).catch((error: Error) => {
      throw new Error(
        `Postgres took a migration back; those before it stay, and the old release goes on: ${error.message}`,
      )
    })
    await seed(owner_url)
    const told = [...(note ? [describeBackup(note, vault)] : []), `Applied: ${applied.join(', ')}.`]
    return { told, applied, ...(note && { note }) }
  })
}
