import { checkBackups, checkDisks } from '#services/cli/checks/backups.ts'
import { checkDemo } from '#services/cli/checks/demo.ts'
import { checkClock, checkFiles, checkProxy, checkSettings } from '#services/cli/checks/machine.ts'
import { checkPostgres } from '#services/cli/checks/postgres.ts'
import { checkProcesses } from '#services/cli/checks/processes.ts'
import { checkRedis } from '#services/cli/checks/redis.ts'
import { checkReplica } from '#services/cli/checks/replica.ts'
import { bad, type Finding, reasonOf } from '#services/cli/checks/result.ts'
import { checkShop } from '#services/cli/checks/shop.ts'
import { checkTelegram } from '#services/cli/checks/telegram.ts'
import { checkWork } from '#services/cli/checks/work.ts'
import type { Outcome } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { version } from '#services/core/config/version.ts'

/**
 * Checks everything that an installation needs. The exit code is 1 if something is bad, 0 with warnings only.
 */
export async function doctor(session: Session): Promise<Outcome> {
  const ctx = session.context()
  const checks: [part: string, look: () => Promise<Finding[]>][] = [
    ['Postgres', () => checkPostgres(ctx)],
    ['the replica', () => checkReplica(ctx)],
    ['Redis', () => checkRedis(ctx)],
    ['the processes', () => checkProcesses(ctx)],
    ['files', () => checkFiles(ctx)],
    ['backups', () => checkBackups(ctx)],
    ['disks', () => checkDisks(session)],
    ['settings', () => checkSettings(session)],
    ['the way in', () => checkProxy(ctx)],
    ['the clock', () => checkClock(ctx)],
    ['Telegram', () => checkTelegram(ctx.config, ctx.db)],
    ['Robokassa', () => checkShop(ctx.robokassa)],
    ['people', () => checkDemo(ctx)],
    ['what waits', () => checkWork(ctx)],
  ]
  const findings: Finding[] = []
  for (const [part, check] of checks) {
    session.output.note(`… ${part}`)
    findings.push(...(await check().catch((error) => [failedCheck(part, error)])))
  }
  return { ...reportFindings(findings), data: { version, findings } }
}

function failedCheck(part: string, error: unknown): Finding {
  return bad(part, `could not be looked at: ${reasonOf(error)}`, 'Mend what is wrong above, then look again.')
}

const stateSigns = { ok: '✔', warning: '!', bad: '✖' }

/** Formats the results of the checks as lines of text. One bad result makes the whole report bad. */
export function reportFindings(findings: Finding[]): Pick<Outcome, 'text' | 'isBad'> {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, state, found, cure }) => [
    `${stateSigns[state]} ${about.padEnd(width)}  ${found}`,
    ...(cure ? [`  ${' '.repeat(width)}  → ${cure}`] : []),
  ])
  const countState = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const sum = `${countState('bad')} bad, ${countState('warning')} to look at, ${countState('ok')} well`
  return { text: [...lines, '', sum], isBad: countState('bad') > 0 }
}
