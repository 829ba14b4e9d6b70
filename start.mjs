/**
 * The start script of the project has three main uses. `node start.mjs` runs the product, `node start.mjs test` runs
 * the tests, and `node start.mjs chaos` runs a separate copy of the product and kills parts of it while orders are
 * sold. This script uses only built-in modules and old syntax. It runs on the installed Node (20 or newer) before any
 * dependency is installed. It installs the dependencies in package-lock.json, among them Node 24, and starts the
 * requested program.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(fileURLToPath(import.meta.url))
const inRoot = (...parts) => path.join(root, ...parts)
const major = Number(process.versions.node.split('.')[0])

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

if (major < 20)
  fail(`Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org).`)

install()
const node = modernNode()
const [task, ...rest] = process.argv.slice(2)
const commands = {
  otklik: [inRoot('services/cli/main.ts'), ...rest],
  dev: [inRoot('stand-ins/start.ts'), '--dev', ...rest],
  test: [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...rest],
  'full-test': [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...rest],
  release: [inRoot('tests/support/contributing/release-main.ts'), ...rest],
  'test-servers': [inRoot('tests/support/contributing/test-servers.ts'), ...rest],
  steady: [inRoot('tests/support/contributing/steady.ts'), ...rest],
  journey: [inRoot('tests/journeys/main.ts'), ...rest],
  chaos: [inRoot('tests/chaos/main.ts'), ...rest],
  'deploy-test': [inRoot('tests/deploy/main.ts'), ...rest],
  faults: [inRoot('tests/lamps/main.ts'), ...rest],
  'installation-test': [inRoot('tests/installation/main.ts'), ...rest],
  'restore-test': [inRoot('tests/restore/main.ts'), ...rest],
  money: [inRoot('tests/money/main.ts'), ...rest],
  season: [inRoot('tests/season/main.ts'), ...rest],
  'fan-out': [inRoot('tests/fan-out/main.ts'), ...rest],
  outage: [inRoot('tests/chaos/outage-main.ts'), ...rest],
  bench: [inRoot('tests/load/main.ts'), ...rest],
  soak: [inRoot('tests/load/soak-main.ts'), ...rest],
  attack: [inRoot('tests/attack/main.ts'), ...rest],
  mutants: [inRoot('tests/mutants/main.ts'), ...rest],
  survivors: [inRoot('tests/mutants/survivors/main.ts'), ...rest],
  speed: [inRoot('tests/studio/main.ts'), ...(rest[0] ? rest : ['first-screen', 'walk', 'slow-network'])],
  access: [inRoot('tests/studio/main.ts'), 'access'],
  house: [inRoot('tests/house/main.ts'), ...rest],
  gallery: [inRoot('tests/studio/main.ts'), 'gallery', ...rest],
  engines: [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'engines', ...rest],
}
if (task === 'full-test' || task === 'engines') process.env.FULL_TEST = '1'
if (task === 'test' && /^--changed(=|$)/.test(rest[0] ?? ''))
  commands.test = [inRoot('tests/support/contributing/changed.ts'), ...rest]
runInModernNode(node, commands[task] ?? [inRoot('stand-ins/start.ts'), ...process.argv.slice(2)])

/** Runs `npm ci` if the installed dependencies differ from package-lock.json. */
function install() {
  if (isInstalled()) return
  console.error('Installing dependencies (npm ci) ...')
  const [command, first] = npm()
  // Development and optional dependencies are needed even if NODE_ENV or npm's configuration is "production".
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
  ]
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (done.error) fail(`npm could not be started: ${done.error.message}`)
  if (done.status !== 0) fail('npm ci failed, see above.')
}

/** Compares npm's own list of installed packages with package-lock.json. */
function isInstalled() {
  const list = inRoot('node_modules/.package-lock.json')
  if (!existsSync(list)) return false
  const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const [installed, named] = [read(list), read(inRoot('package-lock.json'))]
  // An optional package may be for another platform. It is then not installed.
  return Object.entries(named).every(([place, { version, optional }]) => {
    if (place === '') return true
    return installed[place] ? installed[place].version === version : optional === true
  })
}

/** Returns the command of the npm that runs this script, or the npm on PATH. */
function npm() {
  const running = process.env.npm_execpath
  return running && /\.c?js$/.test(running) ? [process.execPath, [running]] : ['npm', []]
}

/**
 * Returns the path of Node 24 or newer: the Node that runs this script if it is new enough, otherwise the Node from
 * package-lock.json, which exists for Linux only.
 */
function modernNode() {
  if (major >= 24) return process.execPath
  const brought = inRoot('node_modules/.bin/node')
  if (existsSync(brought)) return brought
  return fail(
    `This system needs its own Node 24 or newer (this is ${process.versions.node}): https://nodejs.org`,
  )
}

/**
 * Runs the requested program in Node 24, in a separate process group. Signals of the terminal reach only this script,
 * which passes each on once.
 */
function runInModernNode(command, args) {
  const env = { ...process.env, PATH: `${path.dirname(command)}${path.delimiter}${process.env.PATH ?? ''}` }
  // The IPC channel closes when this script is killed, and so tells the launcher. Test runs do not need the channel.
  const stdio = task in commands && task !== 'dev' ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(command, args, { cwd: root, env, stdio, detached: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
