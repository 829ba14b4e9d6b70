import { open, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#db/index.ts'
import { ownerUrl } from '#services/cli/environment.ts'
import type { Session } from '#services/cli/session.ts'
import type { Context } from '#services/core/context.ts'
import { backupLimits } from '#services/operations/figures/figures.ts'
import { bad, check, type Finding, ok, warning } from './result.ts'

const gigabyte = 1024 ** 3
const fewBytes = 2 * gigabyte
/** Free bytes below which Postgres may stop at any moment: a few files of its log. */
const noBytes = gigabyte / 4

/** Checks how old the last backup and its log are, and what the last restore for practice found. */
export async function checkBackups({ db, now }: Context): Promise<Finding[]> {
  const rows = await db.selectFrom('backup_marks').select(['work', 'done_at', 'detail']).execute()
  const cure = '`docker compose ps backups` and its log: docs/operating.md, backups.'
  if (rows.length === 0)
    return [
      warning('backup', 'none was taken yet', 'Start the service backups, unless somebody else takes them.'),
    ]
  const findings = (['base', 'log'] as const).map((work) => {
    const about = work === 'base' ? 'backup' : 'backup of the log'
    const row = rows.find((one) => one.work === work)
    if (!row) return warning(about, 'none yet', cure)
    const ageMs = now().getTime() - Date.parse(row.done_at)
    return check(ageMs < backupLimits[work], about, `${describeAge(ageMs)} old`, {
      bad: `${describeAge(ageMs)} old`,
      cure,
    })
  })
  findings.push(checkEncryption(rows.find(({ work }) => work === 'base')?.detail))
  const drill = rows.find(({ work }) => work === 'drill')
  const { is_sound = true, trouble = 'figures that do not add up' } = (drill?.detail ?? {}) as {
    is_sound?: boolean
    trouble?: string
  }
  if (!is_sound) findings.push(bad('restore for practice', `failed: ${trouble}`, cure))
  return findings
}

/** Checks that the newest backup is encrypted. `detail` is the detail of its mark. */
function checkEncryption(detail: unknown): Finding {
  const { recipient } = (detail ?? {}) as { recipient?: string }
  return check(recipient !== undefined, 'key of backups', `encrypted for ${recipient}`, {
    warning: 'none: whoever gets hold of a backup reads everything',
    cure: '`otklik setup` makes one, or name one in BACKUP_KEY: docs/operating.md, Backups.',
  })
}

function describeAge(ms: number): string {
  const minutes = ms / 60_000
  return minutes < 120 ? `${Math.max(0, Math.round(minutes))} min` : `${Math.round(minutes / 60)} h`
}

/** Checks the disk of Postgres where it can be seen from here, and that backups lie on another one. */
export async function checkDisks({ env, config }: Session): Promise<Finding[]> {
  const { BACKUP_S3_BUCKET, BACKUP_DIR } = config()
  const data = await findDataFolder(env)
  const findings: Finding[] = []
  if (data) {
    const { bavail, bsize } = await statfs(data)
    const free = bavail * bsize
    const found = `${(free / gigabyte).toFixed(1)} GB free`
    const cure = 'Give its disk room before it is full: docs/operating.md, postgres_room.'
    findings.push(
      free < noBytes
        ? bad('room of postgres', found, cure)
        : check(free > fewBytes, 'room of postgres', found, { warning: found, cure }),
    )
  }
  if (BACKUP_S3_BUCKET) return [...findings, ok('place of backups', `bucket ${BACKUP_S3_BUCKET}`)]
  const vault = await stat(path.resolve(BACKUP_DIR)).catch(() => undefined)
  if (!data || !vault) return findings
  findings.push(
    check(vault.dev !== (await stat(data)).dev, 'place of backups', 'not on the disk of Postgres', {
      warning: 'on the disk of Postgres: who loses it loses both',
      cure: 'Name a folder on another disk in BACKUP_FOLDER, or a bucket in BACKUP_S3_BUCKET.',
    }),
  )
  return findings
}

/**
 * Returns the folder in which Postgres keeps its data, if it can be seen from here. A folder of the same name that
 * belongs to another server is told by the number in its control file.
 */
async function findDataFolder(env: Session['env']): Promise<string | undefined> {
  const owner = connect(ownerUrl(env), { max: 1, name: 'otklik-cli' })
  try {
    const { rows } = await sql<{ folder: string; server: string }>`
      select current_setting('data_directory') as folder, system_identifier::text as server
      from pg_control_system()`.execute(owner)
    const { folder = '', server } = rows[0] ?? {}
    const file = await open(path.join(folder, 'global/pg_control'))
    try {
      const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
      return String(buffer.readBigUInt64LE()) === server ? folder : undefined
    } finally {
      await file.close()
    }
  } catch {
    // A role without the right, a server on another machine, or a folder that nobody else may read.
    return undefined
  } finally {
    await owner.destroy()
  }
}
