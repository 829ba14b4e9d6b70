import { ownerUrl } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { demandYes } from '#services/cli/prompts.ts'
import type { Session } from '#services/cli/session.ts'
import { type BackupNote, readNote } from '#services/operations/backup/manifest.ts'
import { tellRestored } from '#services/operations/backup/report.ts'
import { restore } from '#services/operations/backup/restore.ts'
import { demandEmpty } from '#services/operations/backup/restore-data.ts'
import { openVault, type Vault } from '#services/operations/backup/vault.ts'
import { megabytes } from './backup.ts'

export type RestoreOptions = { data: string; backup?: string; until?: string; gap: string; yes?: boolean }

/**
 * Brings database and files back out of a backup while nothing of the product runs. The passwords of the environment
 * hold afterwards, whatever those of the copied server were.
 */
export async function bringBack(session: Session, options: RestoreOptions): Promise<Outcome> {
  const { data, backup: name, yes = false } = options
  const until = options.until === undefined ? undefined : momentOf(options.until)
  const gapMs = Number(options.gap)
  if (!(gapMs >= 0)) throw new Refusal(`"${options.gap}" is no number of milliseconds.`)
  const owner_url = ownerUrl(session.env)
  const config = session.config()
  const vault = await openVault(config)
  await demandEmpty(data)
  const note = await readNote(vault, { ...(name && { name }), ...(until && { before: until }) })
  await demandYes(session, warningOf(data, note, vault, until), yes)
  const { POSTGRES_APP_PASSWORD: password } = session.env
  const told = await restore({
    ...{ config, vault, data, owner_url, gapMs, name: note.name },
    ...{ say: (line: string) => void session.output.note(`… ${line}`) },
    ...(until && { until }),
    owner_password: decodeURIComponent(new URL(owner_url).password),
    ...(password && { app: { role: 'otklik_app', password } }),
  })
  return { text: tellRestored(told), data: { ...told }, isBad: told.state.violations > 0 }
}

/** @throws Refusal on what is no moment, or has not come yet */
function momentOf(text: string): Date {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime()))
    throw new Refusal(`"${text}" is no moment: write it as 2026-11-23T10:00:00Z.`)
  if (moment.getTime() > Date.now()) throw new Refusal(`${moment.toISOString()} has not come yet.`)
  return moment
}

function warningOf(data: string, note: BackupNote, { place }: Vault, until: Date | undefined): string {
  const moment = until
    ? `at ${until.toISOString()}`
    : `at the end of the log in ${place}, at the earliest at ${note.finished_at}`
  return (
    `${data} becomes the database as it was ${moment}, from the backup ${note.name} (${megabytes(note.bytes)} MB). ` +
    'What people did after that is gone; the provider is asked about their money.'
  )
}
