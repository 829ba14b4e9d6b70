import { sql } from 'kysely'
import { reasonOf } from '#services/cli/checks/result.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { asOwner, type Session } from '#services/cli/session.ts'
import type { Context } from '#services/core/context.ts'
import { takeBackup } from '#services/operations/backup/create.ts'
import { type BackupNote, readParts } from '#services/operations/backup/manifest.ts'
import { openVault, type Vault } from '#services/operations/backup/vault.ts'

/** Number of copied bytes after which the next progress line is written. */
const progressBytes = 256 * 2 ** 20

/** Takes a backup immediately, without the backup process, and verifies it. */
export async function backup(session: Session): Promise<Outcome> {
  return asOwner(session, async (ctx, owner_url) => {
    const vault = await openVault(ctx.config)
    await requireBackupStorage(ctx, vault)
    const note = await takeVerifiedBackup(session, { ctx, vault, owner_url })
    return {
      text: [
        describeBackup(note, vault),
        'Secrets are not part of it: keep a copy of .env in another place than the machine and the backups.',
      ],
      data: { name: note.name, place: vault.place, bytes: note.bytes, parts: note.parts.length },
    }
  })
}

/** @throws Refusal if the role may not copy the server, or the backup storage is not writable */
export async function requireBackupStorage(ctx: Context, vault: Vault): Promise<void> {
  const { rows } = await sql<{ role: string; may_copy: boolean }>`
    select rolname as role, rolsuper or rolreplication as may_copy from pg_roles where rolname = current_user`
    .execute(ctx.db)
    .catch((error) => {
      throw new Refusal(`Postgres does not answer: ${reasonOf(error)}`)
    })
  const [{ role, may_copy } = { role: 'unknown', may_copy: false }] = rows
  if (!may_copy)
    throw new Refusal(
      `The role ${role} may not copy the server: let DATABASE_OWNER_URL name one that may replicate. Where a provider ` +
        'gives nobody that right, its own backups take the place of this one.',
    )
  await vault.try().catch((error) => {
    throw new Refusal(`The place of backups takes no writes: ${vault.place}, ${reasonOf(error)}`)
  })
}

type BackupTarget = { ctx: Context; vault: Vault; owner_url: string }

/**
 * Takes a backup and then reads every part of it for a check.
 * @throws if a part differs from what was written
 */
export async function takeVerifiedBackup(
  session: Session,
  { ctx, vault, owner_url }: BackupTarget,
): Promise<BackupNote> {
  session.output.note(`… copying the database into ${vault.place}`)
  let nextProgress = progressBytes
  const note = await takeBackup(ctx, vault, owner_url, (bytes) => {
    if (bytes < nextProgress) return
    session.output.note(`… ${megabytes(bytes)} MB`)
    nextProgress += progressBytes
  })
  session.output.note('… reading the copy again')
  for await (const _piece of readParts(vault, note));
  return note
}

export const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

export const describeBackup = ({ name, bytes, parts, recipient }: BackupNote, { place }: Vault) =>
  `Backup ${name} lies in ${place}: ${megabytes(bytes)} MB of the server in ${parts.length} pieces, ` +
  `${describeEncryption(recipient)}, each read again and whole.`

export const describeEncryption = (recipient: string | undefined) =>
  recipient ? `encrypted for ${recipient}` : 'in plain text'
