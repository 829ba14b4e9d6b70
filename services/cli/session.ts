import type { Config } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { configOf, type Environment, ownerUrl, readEnvFile } from './environment.ts'
import { type Output, openOutput, type ProcessIo } from './output.ts'

/** Options of all commands, valid in any position. */
export type GlobalOptions = { json?: boolean; settings: string }

/** Resources that a command uses. Each is created on first use. */
export type Session = {
  output: Output
  /** True if the command can ask the operator questions in a terminal. */
  canAsk: boolean
  /** Path of the settings file, which may not exist yet. */
  env_file: string
  /** Environment variables of the process, and those of the settings file that the process does not set. */
  env: Environment
  /** @throws Error that lists all wrong or missing variables */
  config(): Config
  /** Returns a context with connections to Postgres, Redis and the rest, like that of the processes. */
  context(): Context
  close(): Promise<void>
}

export function openSession({ json = false, settings }: GlobalOptions, around: ProcessIo): Session {
  const env = { ...readEnvFile(settings), ...around.env }
  const config = () => configOf(env)
  let ctx: Context | undefined
  return {
    output: openOutput(json, around),
    canAsk: around.isInteractive && !json,
    env_file: settings,
    env,
    config,
    context() {
      ctx ??= createContext(config(), 'cli')
      return ctx
    },
    async close() {
      if (ctx) await closeContext(ctx)
    },
  }
}

/**
 * Runs a function with a database connection of the tables' owner, for work that the processes' database role may not
 * do.
 */
export async function asOwner<Done>(
  session: Session,
  act: (ctx: Context, owner_url: string) => Promise<Done>,
): Promise<Done> {
  const owner_url = ownerUrl(session.env)
  const config = { ...session.config(), DATABASE_URL: owner_url, DATABASE_DIRECT_URL: undefined }
  const ctx = createContext(config, 'cli')
  try {
    return await act(ctx, owner_url)
  } finally {
    await closeContext(ctx)
  }
}
