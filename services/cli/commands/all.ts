import { existsSync } from 'node:fs'
import path from 'node:path'
import { databaseUrl } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import type { Session } from '#services/cli/session.ts'
import { projectRoot } from '#services/core/project-root.ts'

/**
 * Becomes the process that runs API, bot and workers together. The process is replaced, so that nothing of the command
 * stays in memory and signals reach the parts themselves.
 */
export async function all(session: Session, options: { besideOthers?: boolean }): Promise<Outcome> {
  if (!process.execve)
    throw new Refusal('This system cannot replace a process: start `node services/dist/all.js`.')
  const built = path.join(projectRoot, 'services/dist/all.js')
  const program = existsSync(built) ? built : path.join(projectRoot, 'workers/all.ts')
  const env = Object.entries({ ...session.env, DATABASE_URL: databaseUrl(session.env) })
  const args = [process.execPath, '--disable-warning=ExperimentalWarning', program]
  return process.execve(
    process.execPath,
    options.besideOthers ? [...args, '--beside-others'] : args,
    Object.fromEntries(env.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  )
}
