import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { generateKeyPair } from '#services/operations/backup/encryption.ts'
import type { Restored } from '#services/operations/backup/restore.ts'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { prepareHome } from '#stand-ins/infra/postgres-home.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { runCli } from '#tests/cli/call.ts'
import { type RunningApi, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { fillDatabase } from '#tests/support/servers/infrastructure-databases.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'

const result = 'http://127.0.0.1:9/'
const passwords = { password1: 'first-password', password2: 'second-password', password3: 'third-password' }

export type Machine = Awaited<ReturnType<typeof openMachine>>

/**
 * Runs `act` with an installation that makes backups. `act` can lose the installation and restore it into another
 * folder.
 */
export async function withMachine<Done>(act: (machine: Machine) => Promise<Done>): Promise<Done> {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-restore-'))
  await chmod(folder, 0o755)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    return await act(await openMachine(folder, closers))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function openMachine(folder: string, closers: (() => Promise<unknown>)[]) {
  const archiveFolder = path.join(folder, 'archive')
  await mkdir(archiveFolder)
  await chmod(archiveFolder, 0o777)
  const settings = {
    archive_mode: 'on',
    archive_command: `cp %p ${archiveFolder}/.%f && sync ${archiveFolder}/.%f && mv ${archiveFolder}/.%f ${archiveFolder}/%f && sync ${archiveFolder}`,
    max_connections: '100',
  }
  const first = await startPostgres(path.join(folder, 'first'), undefined, { throwaway: true, settings })
  closers.push(() => first.stop())
  const redis = await startRedis(path.join(folder, 'redis'), undefined, { throwaway: true })
  closers.push(() => redis.stop())
  await fillDatabase(first.url)
  const provider = await startRobokassa({
    merchant: 'otklik-demo',
    hash: 'sha256',
    ...passwords,
    result_url: result,
    success_url: result,
    fail_url: result,
  })
  closers.push(() => provider.close())
  const { privateKey, publicKey } = await generateKeyPair()
  const keyFile = path.join(folder, 'backup.key')
  await writeFile(keyFile, `# public key: ${publicKey}\n${privateKey}\n`, { mode: 0o600 })
  const env = {
    ...productEnvironment({
      secrets: newSecrets(),
      people_file: '',
      database_url: first.url,
      redis_url: redis.url,
      telegram_port: 9,
      api_port: 9,
      robokassa_port: Number(new URL(provider.origin).port),
    }),
    ...relaxedLimits,
    ROBOKASSA_PASSWORD_1: passwords.password1,
    ROBOKASSA_PASSWORD_2: passwords.password2,
    ROBOKASSA_PASSWORD_3: passwords.password3,
    BACKUP_DIR: path.join(folder, 'vault'),
    BACKUP_KEY: publicKey,
    FILES_DIR: path.join(folder, 'files'),
  }
  const firstApi = await startApi(first.url, env)
  const second = path.join(folder, 'second')
  const { data, programs } = await prepareHome(second)
  process.env.PATH = `${programs}${path.delimiter}${process.env.PATH}`
  const stopBefore = runOnce(() => firstApi.close())
  closers.push(stopBefore)
  const operators = { ...env, DATABASE_OWNER_URL: first.url }
  return {
    folder,
    archive: archiveFolder,
    first,
    before: firstApi,
    second,
    env,
    ends: closers,
    robokassa: openControlApi(provider.origin),
    privateKey,
    /** Takes a backup. A plain one is as releases before the key of backups took it. */
    async copy({ isPlain = false } = {}): Promise<void> {
      const { data: told } = await runCli(['backup'], isPlain ? { ...operators, BACKUP_KEY: '' } : operators)
      if (!told.ok) throw new Error(`no backup: ${told.error}`)
    },
    async lose(): Promise<void> {
      await stopBefore()
      await first.stop()
    },
    /**
     * Tries to restore without the right private key.
     * @returns the error that the operator reads
     */
    async restoreWithout(...args: string[]): Promise<string> {
      const { data: told } = await runCli(['restore', '--data', data, '--yes', ...args], operators)
      return told.error ?? ''
    },
    /**
     * Restores the installation into the folder `second`, ready for a server.
     * @param gapMs milliseconds between two requests to the provider
     */
    async restore(gapMs = 0): Promise<Restored> {
      const { data: told } = await runCli(
        ['restore', '--data', data, '--key', keyFile, '--gap', String(gapMs), '--yes'],
        operators,
      )
      if (told.error) throw new Error(`not restored: ${told.error}`)
      await cp(path.join(folder, 'first/password'), path.join(second, 'password'))
      return told as unknown as Restored
    },
  }
}

const runOnce = (act: () => Promise<void>) => {
  let runningAct: Promise<void> | undefined
  return () => {
    runningAct ??= act()
    return runningAct
  }
}

/** Waits until Postgres has archived its log up to now. */
export async function waitUntilArchived({ owner }: RunningApi, archive: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_walfile_name(pg_switch_wal()) as name`.execute(owner)
  const name = rows[0]?.name ?? ''
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if ((await readdir(archive)).includes(name)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the log ${name} was not archived`)
}
