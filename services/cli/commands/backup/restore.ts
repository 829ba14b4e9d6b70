import { ownerUrl } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { requireYes } from '#services/cli/prompts.ts'
import type { Session } from '#services/cli/session.ts'
import { type BackupNote, readNote } from '#services/operations/backup/manifest.ts'
import { type Restored, restore } from '#services/operations/backup/restore.ts'
import { requireEmpty, requireKeys } from '#services/operations/backup/restore-data.ts'
import { openVault, type Vault } from '#services/operations/backup/vault.ts'
import { megabytes } from './backup.ts'
import { readPrivateKeys } from './private-keys.ts'

export type RestoreOptions = {
  data: string
  backup?: string
  until?: string
  key?: string
  gap: string
  yes?: boolean
}

/**
 * Restores database and files from a backup while no process of the product runs. The database roles get the
 * passwords of the environment, not those of the copied server.
 */
export async function restoreBackup(session: Session, options: RestoreOptions): Promise<Outcome> {
  const { data, backup: name, yes = false } = options
  const until = options.until === undefined ? undefined : momentOf(options.until)
  const gapMs = Number(options.gap)
  if (!(gapMs >= 0)) throw new Refusal(`"${options.gap}" is no number of milliseconds.`)
  const owner_url = ownerUrl(session.env)
  const config = session.config()
  const vault = await openVault(config)
  const privateKeys = await readPrivateKeys(session, options.key)
  const note = await readNote(vault, { ...(name && { name }), ...(until && { before: until }) })
  // The key is tried before the folder is looked at: nobody is told to empty it who cannot fill it again.
  await requireKeys(vault, note, privateKeys)
  await requireEmpty(data)
  await requireYes(session, warningOf(data, note, vault, until), yes)
  const { POSTGRES_APP_PASSWORD: password } = session.env
  const restored = await restore({
    config,
    vault,
    data,
    owner_url,
    gapMs,
    name: note.name,
    privateKeys,
    onProgress: (line: string) => void session.output.note(`… ${line}`),
    ...(until && { until }),
    owner_password: decodeURIComponent(new URL(owner_url).password),
    ...(password && { app: { role: 'otklik_app', password } }),
  })
  return { text: describeRestore(restored), data: { ...restored }, isBad: restored.state.violations > 0 }
}

/** Reads the point in time to which the database is restored. @throws Refusal for an invalid or future time */
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

/** Formats the result of a restore as sentences. */
function describeRestore({
  backup,
  logs,
  secrets,
  state,
  numbers,
  money,
  files,
  seconds,
}: Restored): string[] {
  const list = (ids: number[]) => (ids.length > 0 ? `${ids.length} (${ids.join(', ')})` : 'none')
  return [
    `Backup ${backup} and ${logs} pieces of the log after it; the last thing in it is of ${state.newest}.`,
    `${state.listings} listings, ${state.payments} payments; contradictions: ${state.violations}; the ledger is off by ${state.ledger_imbalance}.`,
    ...secrets.map((sentence) => `Secret: ${sentence}.`),
    `Invoices: the last known was ${numbers.known}, the next will be ${numbers.next}.`,
    `The provider was asked ${money.asked} times. Paid without us, and applied now: ${list(money.paid)}.`,
    `Paid under numbers that are lost, each a case in the admin area: ${list(money.unknownNumbers)}.`,
    `Without an answer, asked again by the workers: ${list(money.unanswered)}.`,
    `Files of people: ${files.restored} brought back, ${files.missing} missing${files.unreadable > 0 ? `, ${files.unreadable} encrypted for another key or damaged` : ''}.`,
    `The data stood after ${seconds.data} s, everything after ${seconds.whole} s.`,
  ]
}
