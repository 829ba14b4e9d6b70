import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from './house/imports.ts'
import { commandsIn } from './installation/pages/commands.ts'
import {
  expectations,
  isNamed,
  notRun,
  pages,
  reasonNotToRun,
  substitutions,
  walked,
} from './installation/pages/table.ts'
import { runInTerminal } from './installation/pages/terminal.ts'
import { isCarriedOut, takePagesDown, walkOf } from './installation/pages/walk.ts'
import { envFile, installationSettings, privateCompose } from './installation/settings.ts'
import { imageOf, type Step, stagesOf, steps, type takeDown } from './installation/steps.ts'
import { tryInstallation } from './installation/trial.ts'

// Each step starts a program a dozen times.
vi.setConfig({ testTimeout: 60_000 })

/** The trial itself needs a Docker engine; these tests hold what it says when something is missing or broken. */
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Puts a program `docker` in front of the real one. Its script decides by its arguments. */
function fakeDocker(script: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-fake-docker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'docker'), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(folder, 'docker'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

/** Answers of a fake engine about containers that have started. */
const healthy = 'ps*) echo 1;; inspect*) echo "/trial running 0 healthy";;'

async function outcomeOf(script: string, tried?: Step[], end?: typeof takeDown) {
  const folder = fakeDocker(script)
  const lines: string[] = []
  const count = await tryInstallation(
    { root, folder, name: 'otklik-trial', buildOptions: [] },
    (line) => void lines.push(line),
    tried,
    end,
  )
  return { count, text: lines.join('\n') }
}

test('without an engine one sentence says so, and nothing counts as tried', async () => {
  const { count, text } = await outcomeOf('exit 1')
  expect(text).toMatch(/^SKIPPED everything: no Docker engine answers at .+; DOCKER_HOST names another$/)
  expect(count).toEqual({ passed: 0, skipped: steps.length, failed: 0 })
})

test('images that cannot be fetched are named and skipped, and what they would have shown is not counted', async () => {
  const { count, text } = await outcomeOf(`case "$*" in
    *inspect*prom/*|pull*prom/*) echo "no such host" >&2; exit 1;;
    *version*) echo v2.10.2;; ${healthy}
  esac`)
  expect(text).toMatch(
    /^SKIPPED promtool reads the rules: the image prom\/prometheus:\S+ is not here and cannot be fetched: no such host$/m,
  )
  expect(text).toMatch(/^ok {6}every stage of the Dockerfile is built, .*: .*product/m)
  expect(text).toMatch(/^ok {6}caddy reads the Caddyfile/m)
  expect(count.skipped).toBe(2)
})

test('an older Caddy than the Caddyfile needs is named', async () => {
  const { text } = await outcomeOf(`case "$*" in *version*) echo 2.6.2;; ${healthy} esac`)
  expect(text).toContain('SKIPPED caddy reads the Caddyfile: the image caddy:')
  expect(text).toContain('holds Caddy 2.6.2, and the Caddyfile needs 2.8')
})

test('a build that fails is told with its last lines, and nothing is started', async () => {
  const { count, text } = await outcomeOf(`case "$*" in
    build*) echo "npm error: no space left" >&2; exit 1;;
    *up*--detach*) echo started > "$(dirname "$0")/started";;
    *version*) echo v2.10.2;;
  esac`)
  expect(text).toMatch(
    /^FAILED {2}every stage of the Dockerfile is built, .*ended with 1:\nnpm error: no space left$/m,
  )
  expect(text).toContain(
    'SKIPPED up: every service becomes healthy: "every stage of the Dockerfile is built" did not succeed',
  )
  expect(count.failed).toBe(1)
  expect(existsSync(path.join(process.env.PATH?.split(':')[0] ?? '', 'started'))).toBe(false)
})

test('what it reads out of the files is there', () => {
  const compose = read('docker-compose.yml')
  expect(stagesOf(read('Dockerfile'))).toEqual(expect.arrayContaining(['product', 'backups']))
  for (const service of ['caddy', 'postgres', 'redis']) expect(imageOf(compose, service)).toMatch(/^\w+:\d/)
  const changed = privateCompose(compose, '203.0.113')
  expect(changed).not.toMatch(/ports:|10\.89\.214/)
  expect(changed).toMatch(/subnet: \S+203\.0\.113\}\.0\/24/)
  expect(privateCompose(compose, undefined, 'host')).toContain(
    'build: { context: ., network: host, target: product }',
  )
  const copied = Array.from(
    read('tests/installation/outside.Dockerfile').matchAll(/^COPY (\S+) /gm),
    ([, from = '']) => from,
  )
  expect(copied.filter((from) => !existsSync(path.join(root, from)))).toEqual([])
})

test('its settings are those that compose demands, with any signs in the passwords', () => {
  const settings = installationSettings()
  const demanded = Array.from(read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g), ([, name = '']) => name)
  expect(demanded.filter((name) => !settings[name])).toEqual([])
  expect(envFile(settings)).toContain(`POSTGRES_APP_PASSWORD='the processes & their "password"'\n`)
})

describe('the pages that are followed by their word', () => {
  const commands = pages.flatMap((page) => commandsIn(page, read(page)))

  test('every command of theirs is carried out, or it is said why not', () => {
    const forgotten = commands.filter((command) => !isCarriedOut(command) && !reasonNotToRun(command))
    expect(forgotten).toEqual([])
    expect(commands.length).toBeGreaterThan(80)
  })

  test('the way through them holds each that is not excused, in an order that makes sense', () => {
    const names = walkOf(read).map(({ name }) => name)
    const carriedOut = commands.filter(isCarriedOut).map(({ page, text }) => `${page}: ${text}`)
    expect(carriedOut.filter((name) => !names.includes(name))).toEqual([])
    const place = (part: string) => names.findIndex((name) => name.endsWith(part))
    const lost = names.findIndex((name) => name.startsWith('the machine is lost'))
    expect([place(': docker compose stop'), place(': docker compose run --rm restore')]).toEqual([
      lost - 1,
      lost + 1,
    ])
    expect(names[place('otklik upgrade') + 1]).toMatch(/--wait api-1$/)
    expect(names.lastIndexOf('docs/upgrading.md: docker compose run --rm otklik doctor')).toBeGreaterThan(
      names.length - 4,
    )
  })

  test('the table names nothing that the pages no longer say', () => {
    const isSaid = (words: string) => commands.some(({ text }) => text.includes(words))
    expect(
      Object.keys(expectations).filter((command) => !commands.some(({ text }) => text === command)),
    ).toEqual([])
    expect(substitutions.filter(({ words }) => !isSaid(words))).toEqual([])
    expect(
      walked.filter(({ section }) => !commands.some((one) => one.section === section && isCarriedOut(one))),
    ).toEqual([])
    expect(notRun.filter((row) => !commands.some((command) => isNamed(row, command)))).toEqual([])
  })

  test('an engine with images of the same names is left as it is', async () => {
    const script = `case "$*" in *"image rm"*) echo "$*" > "$(dirname "$0")/removed";; esac`
    const { count, text } = await outcomeOf(script, walkOf(read), takePagesDown)
    expect(text).toContain('it has an image otklik, which the pages would replace: docker rmi otklik')
    expect(count).toMatchObject({ passed: 0, failed: 1 })
    expect(existsSync(path.join(process.env.PATH?.split(':')[0] ?? '', 'removed'))).toBe(false)
  })

  test('commands are read from blocks and sentences, names and SQL are not', () => {
    const text =
      'Set `BOT_TOKEN`.\n\n## First\n\n```\n# why\nls -l \\\n  folder\nmake\n```\n\n### Then\n\n`docker\ncompose ps`, `select 1 from x`, `otklik`.\n'
    expect(commandsIn('page', text)).toEqual([
      { page: 'page', section: 'First', text: 'ls -l folder' },
      { page: 'page', section: 'First', text: 'make' },
      { page: 'page', section: 'Then', text: 'docker compose ps' },
    ])
  })

  test('a command has a terminal, is answered, and tells its exit code', async () => {
    const line = `test -t 0 && read -p 'Name? ' name && read -p "Sure, $name? " sure && echo "[$name:$sure]" && exit 3`
    const answers = [
      { asks: 'Name?', type: 'Anna' },
      { asks: 'Sure, Anna?', type: (shown: string) => `${shown.includes('Name?')}` },
    ]
    const outcome = await runInTerminal(line, root, process.env, answers)
    expect(outcome).toMatchObject({ code: 3, output: expect.stringContaining('[Anna:true]') })
    const unasked = await runInTerminal('true', root, process.env, [{ asks: 'Sure?', type: 'y' }])
    expect(unasked).toMatchObject({ code: 1, output: expect.stringContaining('It did not ask "Sure?"') })
  })
})
