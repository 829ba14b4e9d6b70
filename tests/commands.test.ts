import { execFile } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { rehearsals } from './support/run/rehearsals.ts'
import { everyNth } from './support/run/share.ts'

const rehearsed = [
  ...rehearsals.filter(({ hasTests }) => !hasTests),
  ...everyNth(
    3,
    rehearsals.filter(({ hasTests }) => hasTests),
  ),
]

const timeoutMs = 240_000

test.concurrent.each(rehearsed)(
  'npm run $name -- $args runs to its end',
  async ({ name, args, prints }) => {
    expect(await runCommand(name, args)).toMatch(prints)
  },
  // The command is stopped 20 seconds before the test times out, so that the test can print its output.
  timeoutMs + 20_000,
)

/**
 * Runs a command and returns its output.
 * @throws with the whole output if the command exits with an error or takes too long
 */
function runCommand(name: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Removes the environment variables of vitest. Otherwise a vitest that the command starts would behave like a
    // worker of this run.
    const own = Object.entries(process.env).filter(
      ([key]) => !/^(VITEST|NODE_ENV$|PROOF$|FULL_TEST$|UPDATE_PROOF$)/.test(key),
    )
    // Commands that kill servers start servers of their own instead of using these.
    const { admin_url, redis_url } = inject('infrastructure')
    const env = {
      ...Object.fromEntries(own),
      COMMAND_REHEARSAL: '1',
      DATABASE_URL: admin_url,
      REDIS_URL: redis_url,
    }
    const options = { env, maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs }
    execFile(process.execPath, ['start.mjs', name, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`npm run ${name} -- ${args.join(' ')}\n${stdout}\n${stderr}`))
      else resolve(stdout)
    })
  })
}
