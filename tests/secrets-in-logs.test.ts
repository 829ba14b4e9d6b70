import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Api, type HttpError } from 'grammy'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { safeMessage } from '#services/core/config/secrets.ts'
import { createLog, logConsole } from '#services/core/observability/log.ts'
import {
  failingClients,
  failureIn,
  resettingServer,
  secrets,
  token,
} from '#tests/support/api/failing-clients.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { failureOf } from '#workers/telegram/errors.ts'

const writtenLines: string[] = []
const log = createLog('trace', 'test', { write: (line) => void writtenLines.push(line) })
beforeEach(() => {
  writtenLines.length = 0
})

test.each(failingClients)(
  'an error of %s shows no secret, in the log and in its words',
  async (_name, failure) => {
    const error = await failureIn(failure)
    log.error({ err: error, deep: { cause: error } }, `failed: ${error.message}`)
    const output = [...writtenLines, safeMessage(error), JSON.stringify(failureOf(error, 1))].join('\n')
    for (const secret of secrets) expect(output).not.toContain(secret)
    expect(JSON.parse(writtenLines[0] ?? '').err.stack).toContain(' at ')
  },
  30_000,
)

test('neither does one of Postgres, which quotes rows and addresses', async () => {
  const { owner_url } = await takeInfrastructure()
  const owner = connect(owner_url, { max: 1 })
  await sql`create temp table quoted (phone text unique, name text check (name <> 'Анна'))`.execute(owner)
  await sql`insert into quoted values ('+7 999 123-45-67', 'Борис')`.execute(owner)
  const errors = [
    await failureIn(() => sql`insert into quoted values ('+7 999 123-45-67', 'Вера')`.execute(owner)),
    await failureIn(() => sql`insert into quoted values ('79991234567', 'Анна')`.execute(owner)),
  ]
  await owner.destroy()
  for (const error of errors) log.error({ err: error }, 'failed')
  expect(writtenLines.join()).toMatch(/duplicate key[\s\S]*violates check/)
  for (const secret of [...secrets, 'Анна']) expect(writtenLines.join()).not.toContain(secret)
})

test('what a library prints is hidden too', async () => {
  const { log: print, info, warn, error: complain } = console
  const error = await failureIn(() => new Api(token, { apiRoot: `http://${resettingServer}` }).getMe())
  logConsole(log)
  console.error('polling failed', (error as HttpError).error)
  Object.assign(console, { log: print, info, warn, error: complain })
  expect(writtenLines.join()).toContain('[secret]')
  for (const secret of secrets) expect(writtenLines.join()).not.toContain(secret)
})

test('an error that nobody catches ends the process with one line, in which no secret stands', async () => {
  const program = `
    import { Api } from 'grammy'
    import { createLog, logCrashes } from '#services/core/observability/log.ts'
    logCrashes(createLog('info', 'bot'))
    void new Api('${token}', { apiRoot: 'http://${resettingServer}' }).getMe()`
  const processResult = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
  ]).catch((error: { code: number; stdout: string; stderr: string }) => error)
  expect(processResult).toMatchObject({ code: 1, stdout: expect.stringContaining('the process ends') })
  for (const secret of secrets) expect(`${processResult.stdout}${processResult.stderr}`).not.toContain(secret)
})
