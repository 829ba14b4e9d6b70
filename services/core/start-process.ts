import { describeSession, type Session } from '#db/session.ts'
import type { Config } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from './context.ts'
import { takeConsole, takeCrashes } from './log.ts'

/** Opens the outside world for a process that starts, and looks whether the database is as the process needs it. */
export async function openContext(config: Config, process: string): Promise<Context> {
  const { ctx, checked } = beginContext(config, process)
  await checked
  return ctx
}

/** The same for a process that has something to prepare meanwhile; it serves nobody before `checked`. */
export function beginContext(config: Config, process: string): { ctx: Context; checked: Promise<void> } {
  const ctx = createContext(config, process)
  takeConsole(ctx.log)
  takeCrashes(ctx.log)
  const checked = checkDatabase(ctx).catch(async (error) => {
    await closeContext(ctx)
    throw error
  })
  return { ctx, checked }
}

/**
 * Logs a warning when the process has more rights in the database than it needs. A database that is away is no reason
 * to stop: readiness says so, and every time that comes in another zone is refused when it is read.
 * @throws when sessions do not speak UTC
 */
export async function checkDatabase(ctx: Context): Promise<void> {
  const asked = [ctx.db, ctx.lists].map((db) =>
    describeSession(db).catch((error: Error) => {
      ctx.log.warn({ reason: error.message }, 'postgres is away')
    }),
  )
  const [session, listing] = await Promise.all(asked)
  for (const one of [session, listing]) if (one) demandUtc(one)
  const power = session?.is_superuser ? 'a superuser' : session?.is_owner && 'the owner of its tables'
  if (power)
    ctx.log.warn(
      { database_role: session?.role },
      `the process is ${power} in Postgres, which then refuses it nothing`,
    )
}

function demandUtc({ role, time_zone, speaks_utc }: Session): void {
  if (speaks_utc) return
  throw new Error(
    `Sessions of the database role "${role}" are in the time zone ${time_zone} and must be in UTC: ` +
      `run db/migrate.ts, or alter role "${role}" in this database to set timezone = 'UTC'.`,
  )
}
