import type { Config } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { configOf, type Environment, readEnvFile } from './environment.ts'
import { type Output, openOutput, type Surroundings } from './output.ts'

/** What every command may be told, wherever it stands in the line. */
export type GlobalOptions = { json?: boolean; settings: string }

/** What a command works with; each part is made when it is asked for. */
export type Session = {
  output: Output
  /** Whether questions can be asked. */
  canAsk: boolean
  /** Where `.env` is, or is to be. */
  env_file: string
  /** Variables of the process, and what these leave out as the file says it. */
  env: Environment
  /** @throws Error that names every wrong or missing variable */
  config(): Config
  /** Postgres, Redis and the rest, as the processes have them. */
  context(): Context
  close(): Promise<void>
}

export function openSession({ json = false, settings }: GlobalOptions, around: Surroundings): Session {
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
