import { describeEncryption } from '#services/cli/commands/backup/backup.ts'
import type { Outcome } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { listBackups, readNote } from '#services/operations/backup/manifest.ts'
import { lastDone } from '#services/operations/backup/progress.ts'
import { openVault } from '#services/operations/backup/vault.ts'

/** Lists the backups that `restore` could use, oldest first. Postgres need not run, as before a restore. */
export async function backups(session: Session): Promise<Outcome> {
  const vault = await openVault(session.config())
  const names = await listBackups(vault)
  const notes = await Promise.all(names.map((name) => readNote(vault, { name })))
  const log_at = (await lastDone(session.context(), 'log').catch(() => undefined))?.toISOString() ?? null
  const lines = notes.map(
    ({ name, finished_at, bytes, migration, postgres, recipient }) =>
      `  ${name}  finished ${finished_at}, ${Math.round(bytes / 2 ** 20)} MB, Postgres ${postgres}, schema ${migration}, ${describeEncryption(recipient)}`,
  )
  return {
    text: [
      notes.length > 0 ? `In ${vault.place}:` : `There is no backup in ${vault.place}.`,
      ...lines,
      log_at ? `The log after them came last at ${log_at}.` : 'When the log came last is not known here.',
    ],
    data: {
      place: vault.place,
      backups: notes.map(({ name, finished_at, bytes, migration, recipient = null }) => ({
        name,
        finished_at,
        bytes,
        migration,
        recipient,
      })),
      log_at,
    },
  }
}
