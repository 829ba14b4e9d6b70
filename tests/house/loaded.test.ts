import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rehearsals } from '#tests/support/run/rehearsals.ts'
import { readImports } from './imports.ts'

const imports = Map.groupBy(await readImports(), ({ from }) => from)
const testPath = /['"`](?:\.\/|#)?(tests\/[\w./-]+\.ts)['"`]/g
/** The NestJS server for comparison needs packages that only `npm run bench -- --peers` downloads. */
const peer = 'tests/load/nest/**'
/**
 * Returns the paths below tests/ that a text contains as strings: programs that it starts, and set-up files of vitest. A
 * comment that names a file starts nothing.
 */
const pathsIn = (text: string) => [...withoutComments(text).matchAll(testPath)].map(([, to = '']) => to)
const withoutComments = (text: string) => text.replace(/^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm, '')

/** Returns the test files that the projects of vitest contain in a run of `.ci/run`. */
function askedTests(): string[] {
  const ownEnvironment = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const list = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
    {
      env: { ...Object.fromEntries(ownEnvironment), PROOF: '1' },
      encoding: 'utf8',
    },
  )
  const files: { file: string }[] = JSON.parse(list.slice(list.indexOf('[')))
  return files.map(({ file }) => path.relative(process.cwd(), file))
}

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
    ...askedTests(),
    ...programs,
    ...pathsIn(readFileSync('vitest.config.ts', 'utf8')),
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
    const text = readFileSync(file, 'utf8')
    for (const { to } of imports.get(file) ?? []) loaded.add(to)
    // Tests only compare paths, such as those of this list.
    if (!file.endsWith('.test.ts')) for (const to of pathsIn(text)) loaded.add(to)
  }
  return loaded
}

test('Every file of tests/ is loaded by a test or by a command that .ci/run rehearses', () => {
  const loaded = loadedFiles()
  const files = globSync('tests/**/*.{ts,tsx,js}', { exclude: ['**/node_modules/**', peer] })
  const texts = [...loaded].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
  // Scripts for pages are read by their names.
  const isRead = (file: string) =>
    file.endsWith('.js') && texts.some((text) => withoutComments(text).includes(`${path.basename(file)}'`))
  const isLoaded = (file: string) => file.endsWith('.d.ts') || loaded.has(file) || isRead(file)
  expect(files.filter((file) => !isLoaded(file))).toEqual([])
  const lines = "/** See 'tests/a/b.ts'. */\n// 'tests/c.ts'\nspawn('node', ['tests/d/main.ts'])"
  expect(pathsIn(lines)).toEqual(['tests/d/main.ts'])
})

test('Every test belongs to a project that .ci/run asks', () => {
  const tests = globSync('{contract,db,services,stand-ins,tests,web,workers}/**/*.test.{ts,tsx}')
  const asked = new Set(askedTests())
  expect(tests.filter((file) => !asked.has(file))).toEqual([])
})

test('Every command of the tests is rehearsed', () => {
  const start = readFileSync('start.mjs', 'utf8')
  const names = [...start.matchAll(/^ {2}'?([\w-]+)'?: \[inRoot\('tests\//gm)].map(([, name]) => name)
  const elsewhere = ['test-servers', 'steady', 'installation-test']
  expect(names.filter((name) => !elsewhere.includes(name ?? '')).sort()).toEqual(
    [...new Set(rehearsals.map(({ name }) => name))].sort(),
  )
})
