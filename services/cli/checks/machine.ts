import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#services/core/context.ts'
import { isDone } from '#services/operations/readiness.ts'
import { bad, check, type Finding, ok, reasonOf, warning } from './finding.ts'

const gigabyte = 1024 ** 3
const patienceMs = 5000
const clockMs = 5000

/** Where people's files are kept: whether there is room. */
export async function checkFiles({ config, storage }: Context): Promise<Finding[]> {
  const place = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : config.FILES_DIR
  if (!(await isDone(storage.try())))
    return [
      bad(
        'files',
        `${place} takes no writes`,
        'Make room, or look at the owner of the folder and the keys of the bucket.',
      ),
    ]
  if (config.S3_BUCKET) return [ok('files', `${place} takes writes`)]
  const { bavail, bsize } = await statfs(path.resolve(config.FILES_DIR))
  const free = bavail * bsize
  const left = `${place}: ${(free / gigabyte).toFixed(1)} GB free`
  return [
    check(free > 2 * gigabyte, 'files', left, () =>
      warning('files', left, 'Make room: a full disk refuses uploads.'),
    ),
  ]
}

/** The way from outside to the API: name, certificate, proxy; and our clock beside that of whoever answers there. */
export async function checkProxy({ config }: Context): Promise<Finding[]> {
  const { APP_ORIGIN, TRUSTED_PROXIES, NODE_ENV } = config
  const findings = [
    check(
      NODE_ENV !== 'production' || TRUSTED_PROXIES !== '',
      'proxy',
      `believed: ${TRUSTED_PROXIES || 'nobody'}`,
      () =>
        bad(
          'proxy',
          'no proxy is believed, so everybody shares one address and its limits',
          'Name it in TRUSTED_PROXIES.',
        ),
    ),
  ]
  const url = new URL('/health/live', APP_ORIGIN)
  const cure = `Look whether the name leads to this machine, ports 80 and 443 are open, and \`docker compose logs caddy\`.`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    const isOurs = answer.ok && /"status":"ok"/.test(await answer.text())
    findings.push(
      check(isOurs, 'way in', `${APP_ORIGIN} answers`, () =>
        bad('way in', `${url} answers ${answer.status}`, cure),
      ),
    )
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    findings.push(bad('way in', `${url}: ${reasonOf(cause ?? error)}`, cure))
  }
  return findings
}

/** Our clock beside that of Telegram, whose signed data we judge by its age. */
export async function checkClock({ config }: Context): Promise<Finding[]> {
  const asked = Date.now()
  const answer = await fetch(config.BOT_API_ROOT, {
    method: 'HEAD',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined)
  const theirs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const off = Math.round(theirs + 500 - (asked + Date.now()) / 2)
  return [
    check(Math.abs(off) <= clockMs, 'clock', 'as that of Telegram', () =>
      bad(
        'clock',
        `${Math.round(off / 1000)} s beside that of Telegram`,
        'Let the machine keep its time by NTP (timedatectl).',
      ),
    ),
  ]
}
