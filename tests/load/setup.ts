import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { seed } from '#db/seed.ts'
import { appAddress, startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { freePort } from '#stand-ins/infra/processes.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { buildPages } from '#stand-ins/launcher/pages.ts'
import { type Asking, type Recorded, rehearse } from './rehearsal.ts'
import { seedListings } from './seed.ts'

export type Server = { origin: string; pid: number }

/** People who respond; each may send thirty responses a day. */
const people = 400
/** The order to which the rehearsal's second response is sent. */
export const recordedListing = 1743

/** A filled market with three servers over it: ours, the bare one and the constant one. */
export async function setUpBench(rows: number, asking: (bot_token: string) => Asking) {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-bench-'))
  const postgres = await startPostgres(path.join(folder, 'postgres'))
  const redis = await startRedis(path.join(folder, 'redis'), undefined, { throwaway: true })
  const children: ChildProcess[] = []
  const stop = async () => {
    await db.destroy()
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([postgres.stop(), redis.stop()])
    await removePostgres(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  await buildPages()
  const database_url = appAddress(postgres.url)
  await migrate(postgres.url, database_url)
  await seed(postgres.url, {})
  const db = connect(postgres.url)
  await seedListings(db, rows)

  const [api_port, bare_port, constant_port] = [await freePort(), await freePort(), await freePort()]
  const secrets = newSecrets()
  const deployment = { database_url, redis_url: redis.url, secrets, people_file: '', api_port }
  const env = {
    ...productEnvironment({ ...deployment, telegram_port: 9, robokassa_port: 9 }),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000000000',
  }
  const { guests, statements, bytes, replies } = await rehearse(env, asking(secrets.bot_token), people)
  const [first] = guests
  if (!first) throw new Error('nobody was let in')
  const recorded: Recorded = {
    statements,
    subject: { user: first.id, listing: recordedListing, response: replies.respond?.id ?? 0 },
  }
  const file = path.join(folder, 'statements.json')
  await writeFile(file, JSON.stringify(recorded))
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
  const common = { DATABASE_URL: database_url, STATEMENTS: file, ANSWER_BYTES: String(bytes) }
  return {
    postgres_pid: postgres.process.pid ?? 0,
    guests,
    first,
    bot_token: secrets.bot_token,
    db,
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
