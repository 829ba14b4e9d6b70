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

test.concurrent.each(rehearsed)(
  'npm run $name -- $args runs to its end',
  async ({ name, args, prints }) => {
    expect(await runCommand(name, args)).toMatch(prints)
  },
  240_000,
)

/** @throws with the whole output if the command exits with an error */
function runCommand(name: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // A run of vitest inside another must not take itself for one of its workers.
    const own = Object.entries(process.env).filter(
      ([key]) => !/^(VITEST|NODE_ENV$|PROOF$|FULL_TEST$)/.test(key),
    )
    // Those that kill servers start their own.
    const { admin_url, redis_url } = inject('infrastructure')
    const env = {
      ...Object.fromEntries(own),
      COMMAND_REHEARSAL: '1',
      DATABASE_URL: admin_url,
      REDIS_URL: redis_url,
    }
    const options = { env, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, ['start.mjs', name, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`npm run ${name} -- ${args.join(' ')}\n${stdout}\n${stderr}`))
      else resolve(stdout)
    })
  })
}
