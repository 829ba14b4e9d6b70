import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const folder = path.resolve('tests/load/nest')

/**
 * Installs NestJS and Prisma if they are missing, and builds the server that uses them.
 * @returns the path of the built server
 */
export async function buildPeer(): Promise<string> {
  const runProgram = (file: string, args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } })
  if (!existsSync(path.join(folder, 'node_modules')))
    await runProgram('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'])
  const programs = path.join(folder, 'node_modules', '.bin')
  // Prisma demands the path of its schema engine, although the engine is not needed for a hand-written schema. Any
  // existing program satisfies Prisma.
  await runProgram(path.join(programs, 'prisma'), ['generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  })
  await runProgram(path.join(programs, 'tsc'), [])
  return path.join(folder, 'dist', 'main.js')
}
