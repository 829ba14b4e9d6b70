import fastify from 'fastify'
import { GrammyError } from 'grammy'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { sendProblem } from '#services/api/request/problems.ts'
import { record } from '#services/core/records/events.ts'
import { addCaseDetails, openCase } from '#services/payments/money/cases.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { failingClients, failureIn, secrets, token } from '#tests/support/api/failing-clients.ts'
import { defineWorker } from '#workers/engine/worker.ts'
import { failureOf } from '#workers/telegram/errors.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

/** Errors of client libraries may contain secrets. These tests check every place where people can read an error. */

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const operator = { chat_id: -1, language: 'ru', is_private: false } as const
const wordsIn = ({ name, message, stack }: Error) => ({ name, message, stack: stack ?? '' })

function expectClean(report: unknown): void {
  const text = JSON.stringify(report)
  for (const secret of secrets) expect(text).not.toContain(secret)
}

/** Telegram and Robokassa choose the texts of their errors. Such a text may quote the request, with its secrets. */
const quoting = {
  Telegram: () =>
    new GrammyError(
      'Call failed',
      { ok: false, error_code: 400, description: `Bad Request: bot${token} may not, call +7 999 123-45-67` },
      'sendMessage',
      {},
    ),
}

describe.each([...failingClients, ['an answer that quotes', () => Promise.reject(quoting.Telegram())]] as [
  string,
  () => unknown,
][])('an error of %s', (_name, failure) => {
  test('shows no secret in the answer of a call', async () => {
    const error = await failureIn(failure)
    const server = fastify().setErrorHandler(sendProblem)
    server.get('/', () => Promise.reject(error))
    const { statusCode, body } = await server.inject('/')
    await server.close()
    expect([500, 503]).toContain(statusCode)
    expectClean(body)
  }, 120_000)

  test('shows none in the operators’ chat, when the mini-app has reported it', async () => {
    const { message, stack } = wordsIn(await failureIn(failure))
    const body = { message: message.slice(0, 1000), stack: stack.slice(0, 4000), page: '/' }
    await api.server.inject({ method: 'POST', url: '/api/app/client_error', payload: body })
    const { id, payload } = await api.ctx.db
      .selectFrom('events')
      .select(['id', 'payload'])
      .where('topic', '=', 'client.failed')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expectClean(payload)
    const reportMessage = await everyMessage.client_error.compose(api.ctx, { event_id: id }, operator)
    expect(reportMessage?.text).toContain('Сбой')
    expectClean(reportMessage)
  }, 120_000)

  test('shows none in a case, a message that was not sent, and a task that was given up', async () => {
    const error = await failureIn(failure)
    const { ctx } = api
    const details = { refusal: error instanceof GrammyError ? error.description : error.message }
    const storedError = await ctx.db.transaction().execute(async (tx) => {
      const id = await openCase(ctx, tx, 'surplus', null, null, details, crypto.randomUUID())
      await addCaseDetails(tx, 0, 'surplus', wordsIn(error))
      return tx
        .selectFrom('payment_cases')
        .selectAll()
        .where('id', '=', id ?? 0)
        .executeTakeFirstOrThrow()
    })
    expectClean(storedError)
    expectClean(failureOf(error, 1))
    expectClean(await lastErrorOf(error))
  }, 120_000)
})

/** Returns the error that is stored for a task whose consumer fails with `error`. */
async function lastErrorOf(error: Error): Promise<string | null | undefined> {
  const { ctx } = api
  await ctx.db.transaction().execute((tx) => record(ctx, tx, 'client.failed', { report: 'x' }))
  const failingWorker = defineWorker({
    ...{ queue: 'client-errors', attempts: 1, concurrency: 1 },
    run: () => Promise.reject(error),
  })
  const now = new Date(ctx.now().getTime() + 1000).toISOString()
  const tasks = await claimTasks(ctx.db, { now, limit: 50, waits: [3_600_000] })
  const task = tasks.find(({ consumer }) => consumer === 'client-errors')
  if (!task) throw new Error('no task')
  await failingWorker.handle(ctx, task)
  const row = await ctx.db
    .selectFrom('event_tasks')
    .select('last_error')
    .where('event_id', '=', task.event_id)
    .executeTakeFirst()
  expect(row?.last_error).toBeTruthy()
  return row?.last_error
}
