import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Probes } from './choose.ts'

const run = promisify(execFile)

const succeeds = (command: string, args: string[]) =>
  run(command, args, { timeout: 5000 }).then(
    () => true,
    () => false,
  )

export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** What this very machine offers. The client alone is not enough: an engine has to answer it. */
export const machine: Probes = {
  dockerAnswers: () => succeeds('docker', ['version', '--format', '{{.Server.Version}}']),
  redisOnPath: () => succeeds('redis-server', ['--version']),
  canInstall: async () => isRootOnDebian(),
}

/** One installation after the other: two at once would be refused by the package manager's lock. */
let installing: Promise<void> = Promise.resolve()

/** Installs packages of Debian; needs root. Slow (tens of seconds), so say what is happening first. */
export function installPackages(...names: string[]): Promise<void> {
  const mine = installing.then(() => install(names))
  installing = mine.catch(() => undefined)
  return mine
}

async function install(names: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A machine that has just started often updates itself: wait for it instead of failing.
  const apt = (...args: string[]) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env })
  process.stderr.write(`Installing ${names.join(', ')} with apt-get ...\n`)
  const packages = ['install', '-y', '--no-install-recommends', ...names]
  // The package lists of a fresh machine are empty or old.
  await apt(...packages).catch(async () => {
    await apt('update')
    await apt(...packages)
  })
}
