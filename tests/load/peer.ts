import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const folder = path.resolve('tests/load/nest')

/** Installs NestJS and Prisma if missing, and builds their server. @returns its entry file */
export async function buildPeer(): Promise<string> {
  const runProgram = (file: string, args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } })
  if (!existsSync(path.join(folder, 'node_modules')))
    await runProgram('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'])
  const programs = path.join(folder, 'node_modules', '.bin')
  // The schema is hand-written, so Prisma's schema engine is not needed; only its path must be set.
  await runProgram(path.join(programs, 'prisma'), ['generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  })
  await runProgram(path.join(programs, 'tsc'), [])
  return path.join(folder, 'dist', 'main.js')
}
