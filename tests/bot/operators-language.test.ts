import { beforeAll, expect, test } from 'vitest'
import { openSupport, wordsOf } from './support-desk.ts'
import { createAccount, pressInGroup } from './telegram.ts'

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

test('a moderator chooses the language of the operators’ chat: open cases are written anew, answers go on', async () => {
  const { setup, ops, maria, waitForMessage, countMessages, openPerson, answer } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Где мой заказ?')
  const { id: guest } = await createAccount(setup, { groups: ['ops'] })
  // The bot handles a command even if it is sent as a reply to a case card. The command is not passed on to the person.
  await answer(card, { text: '/language@otklik_demo_bot' })
  const { message_id } = await waitForMessage(ops, 'На каком языке писать карточки')
  const button = { chat_id: ops, message_id, text: 'English' }
  expect((await pressInGroup(setup, guest, button)).answer).toMatchObject({ show_alert: true })
  expect(wordsOf(await waitForMessage(ops, `Обращение ${case_id}, открыто`))).toContain('Оплат не было')
  await pressInGroup(setup, maria.telegram_id, button)
  const english = await waitForMessage(ops, `Request ${case_id}, open`)
  expect(english.message_id).toBe(card.message_id)
  expect(wordsOf(english)).toContain('No payments')
  await anna.sendMessage({ text: 'И когда он выйдет?' })
  await waitForMessage(ops, `Request ${case_id}, Анна`)
  await answer(english, { text: 'Сегодня' })
  await waitForMessage(ops, `Request ${case_id} closes by itself`)
  expect(wordsOf(await waitForMessage(anna.telegram_id, 'Сегодня'))).toBe('Мария, поддержка:\nСегодня')
  expect(await countMessages(anna.telegram_id, '/language')).toBe(0)
})
