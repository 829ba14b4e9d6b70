import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#services/core/observability/log.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { login } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openModeratorsChat } from './moderators-chat.ts'

/** The logs of all processes contain one request id for a button press and for the message that the press causes. */

type Line = Record<string, unknown>
const lines: Line[] = []
const log = createLog('info', 'test', { write: (line) => void lines.push(JSON.parse(line)) })

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat(log)
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  return chat.close
})
beforeEach(() => {
  lines.length = 0
})

/**
 * Returns the log lines with the request id of a button press, up to the sending of the message to the author. Times
 * are removed.
 */
async function followPress(firstLine: Line) {
  const line = await eventually(async () =>
    lines.find((one) => Object.entries(firstLine).every(([name, value]) => one[name] === value)),
  )
  const linesOfRequest = () => lines.filter(({ request_id }) => request_id === line.request_id)
  await eventually(async () =>
    linesOfRequest().some(({ msg, kind }) => msg === 'sent' && kind === 'listing_published'),
  )
  return { request_id: line.request_id, lines: linesOfRequest() }
}

const expectedSteps = [
  { msg: 'handed over', topic: 'moderation.decided', queue: 'moderation-decisions', attempt: 1 },
  { msg: 'done', topic: 'moderation.decided', queue: 'moderation-decisions' },
  { msg: 'sent', kind: 'listing_published', delivery_id: expect.any(String) },
]

test('an approval in the admin area is followed to the message of the author', async () => {
  const { task_id } = await chat.orderOf('Логотип для пекарни')
  const maria = await login(chat.api, { id: chat.maria.telegram_id, first_name: 'Мария' })
  await approveRead(maria, { params: { id: task_id } })
  const { request_id, lines: followedLines } = await followPress({
    call: 'POST /api/admin/moderation/:id/approve',
  })
  expect(request_id).toMatch(/^[\da-f-]{36}$/)
  for (const step of [{ msg: 'answered', status: 200 }, ...expectedSteps])
    expect(followedLines).toContainEqual(expect.objectContaining(step))
})

test('an approval by the button of the card too', async () => {
  const { listing_id } = await chat.orderOf('Сайт для пекарни')
  const card = await chat.cardWith(listing_id, 'Одобрить')
  lines.length = 0
  await chat.pressButton(card, 'Одобрить')
  const { request_id, lines: followedLines } = await followPress({ msg: 'handled', update: 'callback_query' })
  expect(request_id).toMatch(/^update-\d+$/)
  for (const step of expectedSteps) expect(followedLines).toContainEqual(expect.objectContaining(step))
})
