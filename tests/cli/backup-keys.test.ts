import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateKeyPair, type KeyPair } from '#services/operations/backup/encryption.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { otklik, runCli } from './call.ts'

/** Commands that meet encrypted backups. No Postgres is needed: they stop before it. */

const name = '2026-11-22T03-00-00-000Z'
let folder: string
let env: Record<string, string>
let keys: KeyPair
let other: KeyPair

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'otklik-backup-keys-'))
  ;[keys, other] = [await generateKeyPair(), await generateKeyPair()]
  mkdirSync(path.join(folder, 'vault/base', name), { recursive: true })
  const note = {
    name,
    finished_at: '2026-11-22T03:01:00.000Z',
    bytes: 70 * 2 ** 20,
    parts: [],
    segment: '000000010000000000000005',
    recipient: keys.publicKey,
  }
  writeFileSync(path.join(folder, 'vault/base', name, 'note.json'), JSON.stringify(note))
  // The key file of `age-keygen` has comments. One of the files has both keys.
  writeFileSync(path.join(folder, 'right.key'), `# public key: ${keys.publicKey}\n${keys.privateKey}\n`)
  writeFileSync(path.join(folder, 'other.key'), other.privateKey)
  writeFileSync(path.join(folder, 'both.key'), `${other.privateKey}\n${keys.privateKey}\n`)
  writeFileSync(path.join(folder, 'typo.key'), keys.privateKey.slice(0, -1))
  const servers = { database_url: 'postgres://127.0.0.1:9/otklik', redis_url: 'redis://127.0.0.1:9' }
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  env = {
    ...productEnvironment({
      ...servers,
      ...ports,
      secrets: newSecrets(),
      redis_prefix: 'x',
      people_file: '',
    }),
    DATABASE_OWNER_URL: servers.database_url,
    BACKUP_DIR: path.join(folder, 'vault'),
  }
  return () => rmSync(folder, { recursive: true })
})

const keyFile = (file: string) => path.join(folder, file)
const restoreLine = () => ['restore', '--data', path.join(folder, 'data')]

describe('restore without a key that opens the backup stops before anything is touched', () => {
  test.each([
    ['', 'and no private key is given'],
    ['other.key', 'and the given key is that of age1'],
    ['missing.key', 'ENOENT'],
    ['typo.key', 'line 1 is no private key of age'],
  ])('with the file "%s"', async (file, reason) => {
    const option = file === '' ? [] : ['--key', keyFile(file)]
    const { code, data } = await runCli([...restoreLine(), '--yes', ...option], env)
    expect({ code, error: data.error }).toEqual({ code: 1, error: expect.stringContaining(reason) })
    expect(data.error).toMatch(/Nothing was changed\.$/)
    expect(data.error).not.toContain(keys.privateKey.slice(16, 40))
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  test('also where data lies already', async () => {
    const { data } = await runCli(['restore', '--data', folder, '--yes'], env)
    expect(data.error).toContain('no private key is given')
    expect(readdirSync(folder)).toContain('vault')
  })
})

test.each(['right.key', 'both.key'])('with the file %s it goes on to its question', async (file) => {
  const asked = expect.stringContaining(`from the backup ${name}`)
  expect((await runCli([...restoreLine(), '--key', keyFile(file)], env)).data.error).toEqual(asked)
  const withVariable = await runCli(restoreLine(), { ...env, BACKUP_PRIVATE_KEY_FILE: keyFile(file) })
  expect(withVariable.data.error).toEqual(asked)
})

test('the key may come from the standard input', () => {
  const program = path.join(import.meta.dirname, '../../services/cli/main.ts')
  const run = (input: string) =>
    spawnSync(process.execPath, [program, '--settings', '/dev/null', ...restoreLine(), '--key', '-'], {
      input,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    }).stderr
  expect(run(keys.privateKey)).toContain(`from the backup ${name}`)
  expect(run(other.privateKey)).toContain(`the given key is that of ${other.publicKey}`)
  expect(run('')).toContain('The private key from the standard input cannot be used: it holds no private key')
})

test('the list of backups tells for which key each is', async () => {
  const { data } = await runCli(['backups'], env)
  expect(data).toMatchObject({ backups: [{ name, recipient: keys.publicKey }] })
  expect((await otklik(['backups'], env)).stdout).toContain(`encrypted for ${keys.publicKey}`)
})

test('a drill needs a folder', async () => {
  const { data } = await runCli(['drill', '--key', keyFile('right.key')], env)
  expect(data.error).toContain('--scratch, or BACKUP_SCRATCH_DIR')
})
