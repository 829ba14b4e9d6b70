import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Session } from '#services/cli/session.ts'
import type { Context } from '#services/core/context.ts'
import { readMarks } from '#services/operations/processes.ts'
import { resolvesInTime } from '#services/operations/readiness.ts'
import { bad, check, type Finding, ok, reasonOf } from './result.ts'

const gigabyte = 1024 ** 3
const timeoutMs = 5000
const maxClockDifferenceMs = 5000

/**
 * Checks that the file storage is writable and has disk space. Processes that run have tried it as their own user, who
 * may be refused what this command, as root, may do.
 */
export async function checkFiles(ctx: Context): Promise<Finding[]> {
  const { config, storage } = ctx
  const place = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : config.FILES_DIR
  const marks = await readMarks(ctx).catch(() => [])
  const refused = marks.find(({ state, parts }) => state === 'alive' && parts.files === false)
  if (refused || !(await resolvesInTime(storage.try())))
    return [
      bad(
        'files',
        `${place} takes no writes${refused ? ` of the process ${refused.role} (${refused.host})` : ''}`,
        'Make room, or give the folder to the user of the processes (`docker compose up -d` does), or look at the keys of the bucket.',
      ),
    ]
  if (config.S3_BUCKET) return [ok('files', `${place} takes writes`)]
  const { bavail, bsize } = await statfs(path.resolve(config.FILES_DIR))
  const free = bavail * bsize
  const spaceLeft = `${place}: ${(free / gigabyte).toFixed(1)} GB free`
  return [
    check(free > 2 * gigabyte, 'files', spaceLeft, {
      warning: spaceLeft,
      cure: 'Make room: a full disk refuses uploads.',
    }),
  ]
}

/** Checks that the API can be reached from outside: domain name, certificate and proxy. */
export async function checkProxy({ config }: Context): Promise<Finding[]> {
  const { APP_ORIGIN, TRUSTED_PROXIES, NODE_ENV } = config
  const findings = [
    check(
      NODE_ENV !== 'production' || TRUSTED_PROXIES !== '',
      'proxy',
      `believed: ${TRUSTED_PROXIES || 'nobody'}`,
      {
        bad: 'no proxy is believed, so everybody shares one address and its limits',
        cure: 'Name it in TRUSTED_PROXIES.',
      },
    ),
  ]
  const url = new URL('/health/live', APP_ORIGIN)
  const cure = `Look whether the name leads to this machine, ports 80 and 443 are open, and \`docker compose logs caddy\`.`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const isOurs = answer.ok && /"status":"ok"/.test(await answer.text())
    findings.push(
      check(isOurs, 'way in', `${APP_ORIGIN} answers`, {
        bad: `${url} answers ${answer.status}`,
        cure: cure,
      }),
    )
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    findings.push(bad('way in', `${url}: ${reasonOf(cause ?? error)}`, cure))
  }
  return findings
}

/** Checks that nobody else reads the settings, and that somebody outside hears when the product falls silent. */
export async function checkSettings({ env_file, config }: Session): Promise<Finding[]> {
  const { DEAD_MAN_URL } = config()
  const file = await stat(env_file).catch(() => undefined)
  const mode = file?.isFile() ? file.mode & 0o777 : undefined
  return [
    ...(mode === undefined
      ? []
      : [
          check((mode & 0o077) === 0, 'settings', `${env_file} is its owner's alone`, {
            warning: `others may read ${env_file} (mode ${mode.toString(8)}), which holds every secret`,
            cure: `chmod 600 ${path.basename(env_file)}`,
          }),
        ]),
    check(DEAD_MAN_URL !== undefined, 'outside watch', 'is called each minute', {
      warning: 'none: nobody hears when the whole machine is away',
      cure: 'Name one in DEAD_MAN_URL (docs/operating.md, Who calls when nobody can).',
    }),
  ]
}

/** Compares the clock of this machine with Telegram's, because Telegram's signed launch data expires by age. */
export async function checkClock({ config }: Context): Promise<Finding[]> {
  const askedAt = Date.now()
  const answer = await fetch(config.BOT_API_ROOT, {
    method: 'HEAD',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
  const remoteTime = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(remoteTime)) return []
  const off = Math.round(remoteTime + 500 - (askedAt + Date.now()) / 2)
  return [
    check(Math.abs(off) <= maxClockDifferenceMs, 'clock', 'as that of Telegram', {
      bad: `${Math.round(off / 1000)} s beside that of Telegram`,
      cure: 'Let the machine keep its time by NTP (timedatectl).',
    }),
  ]
}
