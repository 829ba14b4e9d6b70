import { version } from '#services/core/config/version.ts'
import type { Context } from '#services/core/context.ts'
import {
  type ProcessMark,
  type ProcessRole,
  processRoles,
  readMarks,
} from '#services/operations/processes.ts'
import { bad, type Finding, ok, reasonOf, warning } from './result.ts'

/** Checks that each kind of process runs, is ready and is of this release. */
export async function checkProcesses(ctx: Context): Promise<Finding[]> {
  const marks = await readMarks(ctx).catch((error) => reasonOf(error))
  if (typeof marks === 'string')
    return [
      bad(
        'processes',
        `nobody knows while Redis does not answer: ${marks}`,
        'Mend Redis, then look again; `docker compose ps` says what runs.',
      ),
    ]
  // Processes of releases that left no marks may run, as during the upgrade to this one.
  if (marks.length === 0)
    return [
      warning(
        'processes',
        'none has left a sign of life yet',
        'Start them (`docker compose up -d`), or replace them by those of this release.',
      ),
    ]
  return processRoles.flatMap((role) =>
    findingsOf(
      role,
      marks.filter((mark) => mark.role === role),
    ),
  )
}

const minutesSince = (at: number) => Math.round((Date.now() - at) / 60_000)

function findingsOf(role: ProcessRole, marks: ProcessMark[]): Finding[] {
  const about = `process ${role}`
  const alive = marks.filter(({ state }) => state === 'alive')
  const services = role === 'api' ? 'api-1 api-2' : role
  const cure = `\`docker compose ps\`, \`docker compose logs --tail 50 ${services}\`, then \`docker compose up -d ${services}\`.`
  const [last] = marks
  if (alive.length === 0) {
    // There is no such process if a provider takes the backups.
    if (!last && role === 'backups')
      return [warning(about, 'never ran', 'Start it, unless somebody else takes the backups.')]
    const since = last ? `no sign of life for ${minutesSince(last.at)} min` : 'no sign of life yet'
    return [bad(about, since, cure)]
  }
  // A process that was started on the same machine after the last mark of a killed one replaces it.
  const isReplaced = ({ host, at }: ProcessMark) =>
    alive.some((mark) => mark.host === host && mark.started_at > at)
  const silent = marks.filter(
    (mark) => mark.state === 'silent' && minutesSince(mark.at) < 60 && !isReplaced(mark),
  )
  const unready = alive.filter(({ is_ready }) => !is_ready)
  const other = alive.filter(({ release }) => release !== version)
  const missing = (mark: ProcessMark) =>
    Object.keys(mark.parts)
      .filter((part) => !mark.parts[part])
      .join(', ')
  return [
    ...unready.map((mark) =>
      bad(
        about,
        `${mark.host} is not ready: ${missing(mark)}`,
        `\`docker compose logs --tail 50 ${services}\`.`,
      ),
    ),
    ...silent.map(({ host, at }) =>
      warning(about, `${host} has been silent for ${minutesSince(at)} min, others run`, cure),
    ),
    ...other.map(({ host, release }) =>
      warning(
        about,
        `${host} runs ${release}, and this is ${version}`,
        'Replace the processes one after another (docs/operating.md, Replacing processes).',
      ),
    ),
    ...(unready.length + silent.length + other.length > 0 ? [] : [ok(about, describeAlive(alive))]),
  ]
}

/** Such as `2 run 0.2.0, since 2026-11-22T07:05:00Z`. */
function describeAlive(alive: ProcessMark[]): string {
  const since = new Date(Math.min(...alive.map(({ started_at }) => started_at)))
  return `${alive.length} run ${version}, since ${since.toISOString().replace(/\.\d+Z$/, 'Z')}`
}
