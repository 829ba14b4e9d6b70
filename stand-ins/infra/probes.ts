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

/** Installs packages of Debian; needs root. Slow (tens of seconds), so say what is happening first. */
export async function installPackages(...names: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  process.stderr.write(`Installing ${names.join(', ')} with apt-get ...\n`)
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env })
  // The package lists of a fresh machine are empty or old.
  await install().catch(async () => {
    await run('apt-get', ['update'], { env })
    await install()
  })
}
