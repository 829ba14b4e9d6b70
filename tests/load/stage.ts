import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { seed } from '#db/seed.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/config.ts'
import { closeContext, createContext } from '#services/context.ts'
import { startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { launchData } from '#tests/support/launch-data.ts'
import { fillMarket } from './market.ts'
import { recordStatements, type Statement } from './recording.ts'

export type Asked = { url: string; body?: object }
export type Server = { origin: string; pid: number }

/** A filled market with three servers over it: ours, the bare one and the constant one. */
export async function openStage(rows: number, asked: Record<string, Asked>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-bench-'))
  const postgres = await startPostgres(path.join(folder, 'postgres'))
  const redis = await startRedis(path.join(folder, 'redis'), undefined, { throwaway: true })
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([postgres.stop(), redis.stop()])
    await removePostgres(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  await migrate(postgres.url)
  await seed(postgres.url, {})
  const db = connect(postgres.url)
  await fillMarket(db, rows)
  await db.destroy()

  const [api_port, bare_port, constant_port] = [await freePort(), await freePort(), await freePort()]
  const secrets = newSecrets()
  const place = { database_url: postgres.url, redis_url: redis.url, secrets, people_file: '', api_port }
  const env = {
    ...productEnvironment({ ...place, telegram_port: 9, robokassa_port: 9 }),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000000000',
  }
  const { authorization, statements, bytes } = await rehearse(env, asked)
  const file = path.join(folder, 'statements.json')
  await writeFile(file, JSON.stringify(statements))
  const start = async (
    entry: string,
    port: number,
    extra: Record<string, string>,
    isReady: () => Promise<boolean>,
  ) => {
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, ...env, ...extra },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(child)
    if (!(await isReady())) await once(child, 'message')
    return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
  }
  const small = async () => false
  const common = { DATABASE_URL: postgres.url, STATEMENTS: file, ANSWER_BYTES: String(bytes) }
  return {
    postgres_pid: postgres.process.pid ?? 0,
    authorization,
    ours: await start('services/api/main.ts', api_port, {}, () =>
      answers(`http://127.0.0.1:${api_port}/health/live`),
    ),
    bare: await start('tests/load/bare-server.ts', bare_port, { ...common, PORT: String(bare_port) }, small),
    constant: await start(
      'tests/load/constant-server.ts',
      constant_port,
      { ...common, PORT: String(constant_port) },
      small,
    ),
    launch: (id: number) => launchData({ id, first_name: `Человек ${id}` }, secrets.bot_token, new Date()),
    stop,
  }
}

async function answers(url: string): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the API did not start')
}

/** Asks our own server once for each answer and notes which statements that took. */
async function rehearse(env: Record<string, string>, asked: Record<string, Asked>) {
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'bench')
  const { app } = await buildServer(ctx)
  const launch = launchData({ id: 9_000_000_007, first_name: 'Человек 7' }, env.BOT_TOKEN ?? '', new Date())
  const login = await app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { authorization: `tma ${launch}` },
  })
  const authorization = `Bearer ${login.json().tokens.access_token}`
  const statements: Record<string, Statement[]> = {}
  let bytes = 0
  for (const [name, { url, body }] of Object.entries(asked)) {
    const ask = () =>
      app.inject({ method: body ? 'POST' : 'GET', url, headers: { authorization }, payload: body })
    await ask() // Counts and sessions are remembered from here on, as they are in service.
    statements[`/${name}`] = await recordStatements(async () => {
      const answer = await ask()
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
      bytes = Math.max(bytes, answer.rawPayload.length)
    })
  }
  await app.close()
  await closeContext(ctx)
  return { authorization, statements, bytes }
}
