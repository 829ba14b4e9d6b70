import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Probes } from './choose.ts'

const runProgram = promisify(execFile)

const succeeds = (command: string, args: string[]) =>
  runProgram(command, args, { timeout: 5000 }).then(
    () => true,
    () => false,
  )

export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Tests of the programs on this machine. An installed Docker client is not enough: the Docker engine must answer. */
export const machine: Probes = {
  dockerAnswers: () => succeeds('docker', ['version', '--format', '{{.Server.Version}}']),
  redisOnPath: () => succeeds('redis-server', ['--version']),
  canInstall: async () => isRootOnDebian(),
}

/** Installations run one after another, because apt's lock rejects parallel installations. */
let lastInstallation: Promise<void> = Promise.resolve()

/** Installs Debian packages; needs root and takes tens of seconds. */
export function installPackages(...names: string[]): Promise<void> {
  const installation = lastInstallation.then(() => install(names))
  lastInstallation = installation.catch(() => undefined)
  return installation
}

async function install(names: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Waits for apt's lock, because a fresh machine often updates itself.
  const apt = (...args: string[]) =>
    runProgram('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env })
  process.stderr.write(`Installing ${names.join(', ')} with apt-get ...\n`)
  const packages = ['install', '-y', '--no-install-recommends', ...names]
  // Package lists of a fresh machine may be empty or outdated.
  await apt(...packages).catch(async () => {
    await apt('update')
    await apt(...packages)
  })
}
