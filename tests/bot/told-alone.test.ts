import { beforeAll, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { type Message, moderatorInChat, openBot, submittedOrder, type TapResult } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
let maria: { telegram_id: number }
beforeAll(async () => {
  setup = await openBot()
  await setup.telegram.post('/limits', { enabled: false })
  maria = await moderatorInChat(setup)
})

/** Presses a button of a review card whose task is already decided. */
async function pressLate() {
  const chat_id = setup.ctx.config.MODERATORS_CHAT_ID
  const { task_id } = await submittedOrder(setup)
  const decisionColumns = {
    state: 'rejected',
    reason: 'scam',
    decided_by: 1,
    effective_at: '2026-01-01T00:00:00Z',
  }
  await setup.owner
    .updateTable('moderation_tasks')
    .set(decisionColumns as never)
    .where('id', '=', task_id)
    .execute()
  const keyboard = { inline_keyboard: [[{ text: 'Взять', callback_data: `v1:claim:${task_id}` }]] }
  const card = await setup.bot.api.sendMessage(chat_id, 'Карточка', { reply_markup: keyboard })
  const { answer } = await setup.telegram.post<TapResult>(`/users/${maria.telegram_id}/tap`, {
    chat_id,
    message_id: card.message_id,
    text: 'Взять',
  })
  const countSeenBy = async (user: string) =>
    (await setup.telegram.get<Message[]>(`/messages?chat_id=${chat_id}${user}`)).map(({ text }) => text)
  return {
    answer,
    mariasMessages: await countSeenBy(`&user_id=${maria.telegram_id}`),
    othersMessages: await countSeenBy(''),
  }
}
const refusalText = errorText('ru', 'already_decided')

test('a refusal in the group is a message that only the one who pressed sees', async () => {
  const { answer, mariasMessages, othersMessages } = await pressLate()
  expect(answer?.text).toBe('')
  expect(mariasMessages).toContain(refusalText)
  expect(othersMessages).not.toContain(refusalText)
})

test('where Telegram does not take such a message, the refusal is an alert', async () => {
  await setup.telegram.post('/faults', {
    method: 'sendMessage',
    match: 'ephemeral_message_parameters',
    times: 1,
    error_code: 400,
    description: 'Bad Request: BOT_NOT_ADMIN',
  })
  const { answer } = await pressLate()
  expect(answer).toMatchObject({ text: refusalText, show_alert: true })
})
