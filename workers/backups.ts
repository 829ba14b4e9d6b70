import { closeContext, createContext } from '#services/core/context.ts'
import { readSettings } from '#services/core/start-process.ts'
import { forgetFiles, type Mirror, mirrorFiles, shipLog } from '#services/operations/backup/archive.ts'
import { isBackupDue, removeOld, takeBackup } from '#services/operations/backup/create.ts'
import { drillAndReport, isDrillDue } from '#services/operations/backup/drill.ts'
import { openVault } from '#services/operations/backup/vault.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { startMarks } from '#services/operations/processes.ts'
import { checkServers } from '#services/operations/readiness.ts'
import { startLoop } from '#workers/engine/loop.ts'
import { timing } from '#workers/engine/timing.ts'

/**
 * The backup process, which runs beside the database as the database's owner. It makes a full backup every day,
 * archives WAL and files all the time, and tests a restore every month.
 */
const config = readSettings('backups')
const owner_url = config.DATABASE_URL
const ctx = createContext(config, 'backups')
const vault = await openVault(config)
const mirror: Mirror = {}
const { WAL_ARCHIVE_DIR: archive, BACKUP_SCRATCH_DIR: scratch } = config

/** Time in ms without a successful archiving, after which the process reports that it is not ready. */
const staleMs = 5 * 60_000
let shippedAt = Date.now()

const loops = [
  startLoop(ctx, {
    name: 'backup',
    round: async (loopCtx) => {
      if (await isBackupDue(loopCtx, timing.backups.base)) {
        const { name, bytes } = await takeBackup(loopCtx, vault, owner_url)
        loopCtx.log.info({ name, bytes }, 'a backup was taken')
        await removeOld(loopCtx, vault)
        await forgetFiles(loopCtx, vault)
      }
      if (scratch && (await isDrillDue(loopCtx)))
        await drillAndReport(loopCtx, { vault, owner_url, folder: scratch })
      return timing.backups.look
    },
  }),
  startLoop(ctx, {
    name: 'backup-log',
    round: async (loopCtx) => {
      if (archive) await shipLog(loopCtx, vault, archive)
      await mirrorFiles(loopCtx, vault, mirror)
      shippedAt = Date.now()
      return timing.backups.ship
    },
  }),
]
const ready = async () => {
  const { postgres } = await checkServers(ctx)
  return { parts: { postgres, vault: Date.now() - shippedAt < staleMs }, needed: ['postgres', 'vault'] }
}
const closeOpsServer = await openOpsServer(ctx, { ready })
const marks = startMarks(ctx, 'backups', ready)
ctx.log.info({ place: vault.place }, 'ready')

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
    closeOpsServer?.()
    await marks.stop()
    await closeContext(ctx)
  })
