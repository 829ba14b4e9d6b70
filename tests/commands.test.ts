import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { freePort, isFree } from '#stand-ins/infra/processes.ts'
import { rehearsals } from './support/run/rehearsals.ts'
import { everyNth } from './support/run/share.ts'

const rehearsed = [
  ...rehearsals.filter(({ hasTests }) => !hasTests),
  ...everyNth(
    3,
    rehearsals.filter(({ hasTests }) => hasTests),
  ),
]

const timeoutMs = 480_000

test.concurrent.each(rehearsed)(
  'npm run $name -- $args runs to its end',
  async ({ name, args, prints }) => {
    expect(await runCommand(name, args)).toMatch(prints)
  },
  // The command is stopped 20 seconds before the test times out, so that the test can print its output.
  timeoutMs + 20_000,
)

test(
  'npm start runs the product in an empty folder, and a signal ends it',
  async () => {
    const DATA_FOLDER = await mkdtemp(path.join(tmpdir(), 'otklik-start-'))
    onTestFinished(() => rm(DATA_FOLDER, { recursive: true, force: true }))
    const port = await firstFreePort()
    const [desk, api] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]
    const started = spawn(process.execPath, ['start.mjs', '--port', String(port)], {
      env: { ...ownEnvironment(), DATA_FOLDER },
    })
    const ended = once(started, 'exit')
    let output = ''
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (output += text))
    onTestFinished(() => void started.kill('SIGKILL'))
    await vi.waitFor(
      () => {
        if (started.exitCode !== null) throw new Error(`npm start ended\n${output}`)
        expect(output).toContain(desk)
      },
      { timeout: timeoutMs, interval: 200 },
    )
    const deskPage = await fetch(desk)
    expect([deskPage.status, await deskPage.text()]).toEqual([200, expect.stringMatching(/<!doctype html>/i)])
    const health = await fetch(`${api}/health/ready`)
    expect(health.status).toBe(200)
    started.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
  timeoutMs + 20_000,
)

/** Returns the first of seven free ports in a row, as many as the product takes. */
async function firstFreePort(): Promise<number> {
  for (;;) {
    const first = await freePort()
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map((after) => isFree(first + after)))
    if (others.every(Boolean)) return first
  }
}

/** Environment without the variables of vitest. With them, a vitest that a command starts would be a worker of this run. */
function ownEnvironment(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(VITEST|NODE_ENV$|PROOF$|FULL_TEST$|UPDATE_PROOF$)/.test(key),
  )
  return Object.fromEntries(own)
}

/**
 * Runs a command and returns its output.
 * @throws with the whole output if the command exits with an error or takes too long
 */
function runCommand(name: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // Commands that kill servers start servers of their own instead of using these.
    const { admin_url, redis_url } = inject('infrastructure')
    const env = {
      ...ownEnvironment(),
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
