import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rehearsals } from '#tests/support/run/rehearsals.ts'
import { readImports } from './imports.ts'

const imports = Map.groupBy(await readImports(), ({ from }) => from)
const testPath = /['"`](?:\.\/|#)?(tests\/[\w./-]+\.ts)['"`]/g
/** The NestJS server for comparison needs packages that only `npm run bench -- --peers` downloads. */
const peer = 'tests/load/nest/**'
/**
 * Returns the paths below tests/ that a file contains as strings: programs that it starts, and set-up files of vitest.
 */
const pathsIn = (file: string) => [...readFileSync(file, 'utf8').matchAll(testPath)].map(([, to = '']) => to)

/** Returns the files below tests/ that `.ci/run` executes: tests, commands, and the files that they import or start. */
function loadedFiles(): Set<string> {
  const start = readFileSync('start.mjs', 'utf8')
  const commands = Map.groupBy(
    [...start.matchAll(/^ {2}'?([\w-]+)'?: \[inRoot\('([^']+)'\)(.*)\],$/gm)],
    ([, name = '']) => name,
  )
  const rehearsed = rehearsals.flatMap(({ name }) => commands.get(name) ?? [])
  const programs = rehearsed.flatMap(([, , program = '', rest = '']) => [
    program,
    ...[...rest.matchAll(/'([\w-]+)'/g)].map(([, name]) => `tests/studio/${name}.studio.ts`),
  ])
  const loaded = new Set([
    ...globSync('{contract,db,services,stand-ins,tests,web,workers}/**/*.test.{ts,tsx}'),
    ...programs,
    ...pathsIn('vitest.config.ts'),
    // A contributor's own commands, which `.ci/run` cannot execute: servers that keep running, and repeated runs.
    'tests/support/contributing/changed.ts',
    'tests/support/contributing/steady.ts',
    'tests/support/contributing/test-servers.ts',
    // These need a Docker engine: a job of its own runs them (.github/workflows/check.yml).
    'tests/installation/main.ts',
    'tests/installation/outside.ts',
  ])
  for (const file of loaded) {
    if (!existsSync(file)) continue
    for (const { to } of imports.get(file) ?? []) loaded.add(to)
    for (const to of pathsIn(file)) loaded.add(to)
  }
  return loaded
}

test('Every file of tests/ is loaded by a test or by a command that .ci/run rehearses', () => {
  const loaded = loadedFiles()
  const files = globSync('tests/**/*.ts', { exclude: ['**/node_modules/**', peer] })
  expect(files.filter((file) => !file.endsWith('.d.ts') && !loaded.has(file))).toEqual([])
})

test('Every command of the tests is rehearsed', () => {
  const start = readFileSync('start.mjs', 'utf8')
  const names = [...start.matchAll(/^ {2}'?([\w-]+)'?: \[inRoot\('tests\//gm)].map(([, name]) => name)
  const elsewhere = ['test-servers', 'steady', 'installation-test']
  expect(names.filter((name) => !elsewhere.includes(name ?? '')).sort()).toEqual(
    [...new Set(rehearsals.map(({ name }) => name))].sort(),
  )
})
