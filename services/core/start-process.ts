import { describeSession, type Session } from '#db/session.ts'
import { type Config, readConfig, SettingsError } from '#services/core/config/config.ts'
import { createLog, logConsole, logCrashes } from '#services/core/observability/log.ts'
import { type Context, closeContext, createContext, shareContext } from './context.ts'

/** Reads the settings of a starting process. If they are wrong, the process ends with one line of the log that says so. */
export function readSettings(process: string): Config {
  try {
    return readConfig()
  } catch (error) {
    logCrashes(createLog('info', process))
    throw error
  }
}

/** Opens the context of a starting process and checks the database. */
export async function openContext(config: Config, process: string): Promise<Context> {
  const { ctx, checked } = beginContext(config, process)
  await checked
  return ctx
}

/**
 * Like `openContext`, but checks the database in the background, so that the process can prepare other things
 * meanwhile. The process must wait for `checked` before it answers requests.
 */
export function beginContext(config: Config, process: string): { ctx: Context; checked: Promise<void> } {
  if (!onPartEnd) return begin(config, process)
  shared ??= begin(config, 'all')
  return { ctx: shareContext(shared.ctx, process, onPartEnd), checked: shared.checked }
}

let onPartEnd: (() => void) | undefined
let shared: { ctx: Context; checked: Promise<void> } | undefined

/**
 * From now on all parts of this process use the same connections to Postgres and Redis.
 * @param onEnd called when a part has ended and others still run
 */
export function shareConnections(onEnd: () => void): void {
  onPartEnd = onEnd
}

function begin(config: Config, process: string): { ctx: Context; checked: Promise<void> } {
  const ctx = createContext(config, process)
  logConsole(ctx.log)
  logCrashes(ctx.log)
  const checked = checkDatabase(ctx).catch(async (error) => {
    await closeContext(ctx)
    throw error
  })
  return { ctx, checked }
}

/**
 * Checks the database at the start of a process: warns if the process has more database rights than it needs. An
 * unavailable Postgres is no error here, because readiness checks report it.
 * @throws if a database session is not in UTC
 */
export async function checkDatabase(ctx: Context): Promise<void> {
  const sessions = [ctx.db, ctx.lists].map((db) =>
    describeSession(db).catch((error: Error) => {
      ctx.log.warn({ reason: error.message }, 'postgres is away')
    }),
  )
  const [session, listing] = await Promise.all(sessions)
  for (const opened of [session, listing]) if (opened) requireUtc(opened)
  const power = session?.is_superuser ? 'a superuser' : session?.is_owner && 'the owner of its tables'
  if (power)
    ctx.log.warn(
      { database_role: session?.role },
      `the process is ${power} in Postgres, which then refuses it nothing`,
    )
}

function requireUtc({ role, time_zone, uses_utc }: Session): void {
  if (uses_utc) return
  throw new SettingsError(
    `Sessions of the database role "${role}" are in the time zone ${time_zone} and must be in UTC: ` +
      `run db/migrate.ts, or alter role "${role}" in this database to set timezone = 'UTC'.`,
  )
}
