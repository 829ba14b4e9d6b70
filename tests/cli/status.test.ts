import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { examples } from '#services/cli/program.ts'
import { readConfig } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { startMarks } from '#services/operations/processes.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { otklik, runCli } from './call.ts'

let env: Record<string, string>
let ctx: Context

beforeAll(async () => {
  const { owner_url: _, ...infrastructure } = await takeInfrastructure()
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  env = productEnvironment({ ...infrastructure, ...ports, secrets: newSecrets(), people_file: '' })
  ctx = createContext(readConfig({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'silent' }), 'test')
  await new Promise((resolve) => ctx.redis.once('ready', resolve))
})
afterAll(() => closeContext(ctx))

test('status tells what runs, since when, of which release, and what waits', async () => {
  await ctx.redis.del('processes')
  const marks = startMarks(ctx, 'workers', async () => ({ parts: { redis: false }, needed: ['redis'] }))
  await eventually(async () => (await ctx.redis.hlen('processes')) > 0)
  const { code, stdout } = await otklik(['status'], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^workers {3}\d+\.\d+\.\d+ on \S+, since \d{4}-\S+Z, not ready$/m)
  expect(stdout).toMatch(/^bot {7}none runs$/m)
  expect(stdout).toMatch(/^Events: the oldest waits for \d+ s; given up: 0\.$/m)
  await marks.stop()
  expect((await otklik(['status'], env)).stdout).toMatch(
    /^workers {3}none runs, the last was seen \d{4}-\S+Z$/m,
  )
  const { code: codeWithout, stdout: without } = await otklik(['status'], {
    ...env,
    REDIS_URL: 'redis://127.0.0.1:9',
  })
  expect(codeWithout).toBe(1)
  expect(without).toMatch(/^What runs is unknown: Redis, /m)
  expect(without).toMatch(/^Events: /m)
})

test('every command has a help with examples that name it, and the shell completes commands and values', async () => {
  const { stdout: script } = await otklik(['completion', 'bash'])
  const completions = (...words: string[]) => {
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
    const { stdout } = spawnSync('bash', ['-c', `${script}\n${line}; _otklik; echo "\${COMPREPLY[@]}"`], {
      encoding: 'utf8',
    })
    return stdout.trim().split(' ')
  }
  expect(completions('otklik', 'ba')).toEqual(['backups', 'backup'])
  expect(completions('otklik', 'rotate', 's')).toEqual(['shop', 'switch'])
  expect(completions('otklik', 'requeue', '--d')).toEqual(['--dry-run'])
  for (const [name, lines] of Object.entries(examples)) {
    expect(completions('otklik', name)).toContain(name)
    const { stdout: help } = await otklik([name, '--help'])
    for (const line of lines) expect(help).toContain(`  otklik ${line}`)
    expect(lines.every((line) => line.split(' ')[0] === name)).toBe(true)
  }
  const names = completions('otklik', '').filter((word) => !word.startsWith('-'))
  expect(names.sort()).toEqual(Object.keys(examples).sort())
})

test('backups lists what restore could use', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'otklik-vault-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const name = '2026-11-22T03-00-00-000Z'
  mkdirSync(path.join(folder, 'base', name), { recursive: true })
  const note = { name, finished_at: '2026-11-22T03:01:00.000Z', bytes: 70 * 2 ** 20, parts: [] }
  writeFileSync(path.join(folder, 'base', name, 'note.json'), JSON.stringify(note))
  const { code, data } = await runCli(['backups'], { ...env, BACKUP_DIR: folder })
  expect(code).toBe(0)
  const { finished_at, bytes } = note
  expect(data).toMatchObject({ place: folder, backups: [{ name, finished_at, bytes }] })
  const { stdout } = await otklik(['backups'], { ...env, BACKUP_DIR: folder })
  expect(stdout).toContain(`${name}  finished 2026-11-22T03:01:00.000Z, 70 MB`)
  const empty = await otklik(['backups'], { ...env, BACKUP_DIR: path.join(folder, 'empty') })
  expect(empty.stdout).toContain('There is no backup in')
})
