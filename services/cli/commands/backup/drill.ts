import { type Outcome, Refusal } from '#services/cli/output.ts'
import { asOwner, type Session } from '#services/cli/session.ts'
import { type DrillResult, drillAndReport } from '#services/operations/backup/drill.ts'
import { openVault } from '#services/operations/backup/vault.ts'
import { readPrivateKeys } from './private-keys.ts'

export type DrillOptions = { key?: string; scratch?: string }

/**
 * Restores the newest backup for practice beside the running product, as the backup process does each month. With the
 * private key it also opens encrypted backups, for which the backup process has no key.
 */
export async function drillBackup(session: Session, options: DrillOptions): Promise<Outcome> {
  const privateKeys = await readPrivateKeys(session, options.key)
  const folder = options.scratch ?? session.config().BACKUP_SCRATCH_DIR
  if (!folder)
    throw new Refusal('Name a folder with room for a second database: --scratch, or BACKUP_SCRATCH_DIR.')
  return asOwner(session, async (ctx, owner_url) => {
    const vault = await openVault(ctx.config)
    session.output.note(`… restoring the newest backup of ${vault.place} into ${folder}`)
    const result = await drillAndReport(ctx, { vault, owner_url, folder, privateKeys })
    return { text: [describeDrill(result)], data: { ...result }, isBad: !result.is_sound }
  })
}

function describeDrill({ is_sound, is_opened, backup, trouble, ...result }: DrillResult): string {
  if (!is_sound) return `The restore for practice failed: ${trouble ?? 'the figures do not add up'}.`
  if (!is_opened)
    return `Backup ${backup}: every piece is as it was written. It is encrypted and was not opened: name its private key with --key.`
  return (
    `Backup ${backup} was restored in ${result.seconds} s, and everything adds up: ${result.listings} listings, ` +
    `${result.payments} payments; ${result.lost_seconds} s would be lost.`
  )
}
