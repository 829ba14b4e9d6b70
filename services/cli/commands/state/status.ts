import { waitForRedis } from '#services/cli/checks/redis.ts'
import { reasonOf } from '#services/cli/checks/result.ts'
import type { Outcome } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { version } from '#services/core/config/version.ts'
import { type OperatorsView, operatorsView } from '#services/operations/figures/figures.ts'
import { type ProcessMark, processRoles, readMarks } from '#services/operations/processes.ts'

/** Tells what runs, since when, of which release, and what waits. Unlike `doctor` it judges nothing. */
export async function status(session: Session): Promise<Outcome> {
  const ctx = session.context()
  await waitForRedis(ctx)
  const [marks, view] = await Promise.allSettled([readMarks(ctx), operatorsView(ctx)])
  const processes = marks.status === 'fulfilled' ? marks.value : undefined
  const waiting = view.status === 'fulfilled' ? view.value : undefined
  return {
    text: [
      `This is release ${version}.`,
      '',
      ...(processes ? processRoles.flatMap((role) => describeRole(role, processes)) : []),
      ...(marks.status === 'rejected' ? [`What runs is unknown: Redis, ${reasonOf(marks.reason)}`] : []),
      '',
      ...(waiting ? describeWork(waiting) : []),
      ...(view.status === 'rejected' ? [`What waits is unknown: Postgres, ${reasonOf(view.reason)}`] : []),
    ],
    data: { version, processes: processes ?? null, waiting: waiting ?? null },
    isBad: !processes || !waiting,
  }
}

const moment = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

function describeRole(role: string, marks: ProcessMark[]): string[] {
  const own = marks.filter((mark) => mark.role === role)
  const alive = own.filter(({ state }) => state === 'alive')
  const name = role.padEnd(8)
  if (alive.length === 0)
    return [`${name}  none runs${own[0] ? `, the last was seen ${moment(own[0].at)}` : ''}`]
  return alive.map(
    ({ host, release, started_at, is_ready }) =>
      `${name}  ${release} on ${host}, since ${moment(started_at)}${is_ready ? '' : ', not ready'}`,
  )
}

function describeWork(view: OperatorsView): string[] {
  const { pending = 0, held = 0 } = view.deliveries
  return [
    `Events: the oldest waits for ${Math.round(view.outbox_age_ms / 1000)} s; given up: ${view.dead_tasks}.`,
    `Messages: ${pending} wait, ${held} for their digest.`,
    `For people: ${view.moderation_open} wait for moderators, ${view.open_cases} payment cases.`,
  ]
}
