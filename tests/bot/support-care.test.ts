import { beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { closeSilent, forgetMedia, remindOperators } from '#services/support/schedule.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openSupport, remindLater } from './support-desk.ts'

/** Tests reminders about support cases, and the expiry of cases and of file copies. */

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

const day = 24 * 60 * 60_000

test('a case that was answered closes after three quiet days; one that waits for an answer is reminded of', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, answer } = desk
  const { ctx } = setup
  const [anna, boris] = [await openPerson(), await openPerson()]
  const answeredCase = await anna.openCase('Первый вопрос')
  const waitingCase = await boris.openCase('Второй вопрос')
  await answer(answeredCase.card, { text: 'Первый ответ' })
  await waitForMessage(anna.telegram_id, 'Первый ответ')
  const { now } = ctx
  const in3Days = () => new Date(now().getTime() + 3 * day + 60_000)
  await closeSilent(ctx, 100)
  expect((await anna.findCase())?.state).toBe('open')
  ctx.now = in3Days
  await closeSilent(ctx, 100)
  await remindOperators(ctx, 100)
  ctx.now = now
  await ctx.db
    .updateTable('deliveries')
    .set({ next_at: now().toISOString() })
    .where('state', '=', 'pending')
    .execute()
  await waitForMessage(anna.telegram_id, `Обращение ${answeredCase.case_id} закрыто: три дня было тихо`)
  await waitForMessage(ops, `Обращение ${answeredCase.case_id}, закрыто: три дня тишины`)
  const reminder = await waitForMessage(ops, `Обращение ${waitingCase.case_id} ждёт ответа`)
  expect(reminder.reply_to_message?.message_id).toBe(waitingCase.card.message_id)
  expect((await boris.findCase())?.state).toBe('open')
  expect(await countMessages(boris.telegram_id, 'три дня было тихо')).toBe(0)
})

test('copies of photos are kept for ninety days, and go with Telegram’s names for them', async () => {
  const { setup, picture, waitForMessage, openPerson } = desk
  const { ctx } = setup
  const anna = await openPerson()
  await anna.startSupport()
  await anna.sendMessage({ photo: picture, caption: 'Снимок' })
  await waitForMessage(anna.telegram_id, 'Передали в поддержку')
  const copies = () =>
    ctx.db
      .selectFrom('files')
      .innerJoin('support_messages as message', 'message.id', 'files.support_message_id')
      .select(['files.storage_key', 'message.media', 'files.attached_at'])
      .where('message.author_id', '=', anna.id)
      .execute()
  const [copy] = await eventually(async () => {
    const fileCopies = await copies()
    return fileCopies.length > 0 && fileCopies
  })
  expect(copy).toMatchObject({ media: { type: 'photo' }, attached_at: expect.any(String) })
  const { now } = ctx
  ctx.now = () => new Date(now().getTime() + 89 * day)
  await sweepFiles(ctx, 1000)
  await forgetMedia(ctx, 1000)
  expect(await copies()).toMatchObject([{ media: { type: 'photo' } }])
  ctx.now = () => new Date(now().getTime() + 90 * day + 60_000)
  await sweepFiles(ctx, 1000)
  await forgetMedia(ctx, 1000)
  ctx.now = now
  expect(await copies()).toEqual([])
  const storedMedia = ctx.db.selectFrom('support_messages').select('media').where('author_id', '=', anna.id)
  expect(await storedMedia.execute()).toEqual([{ media: null }])
})

test('thirty days long a closed case opens with the next message; later the support is offered, with a new case', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson, pressButton } = desk
  const anna = await openPerson()
  const { case_id, card } = await anna.openCase('Как продлить?')
  await pressButton(card, 'Закрыть')
  await waitForMessage(anna.telegram_id, 'напишите сюда в течение 30 дней: откроем снова')
  const countClosedBefore = (ms: number) =>
    setup.ctx.db
      .updateTable('support_cases')
      .set({ closed_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', case_id)
      .execute()
  await countClosedBefore(30 * day - 60_000)
  await anna.sendMessage({ text: 'Продлил, а срок прежний' })
  await eventually(async () => (await countMessages(anna.telegram_id, 'Передали в поддержку')) === 2)
  expect(await anna.findCase()).toMatchObject({ id: case_id, state: 'open' })

  await pressButton(await waitForMessage(ops, `Обращение ${case_id}, открыто`), 'Закрыть')
  await eventually(async () => (await anna.findCase())?.state === 'closed')
  await countClosedBefore(30 * day + 60_000)
  await anna.sendMessage({ text: 'И ещё вопрос' })
  const offer = await waitForMessage(anna.telegram_id, 'не отвечает на сообщения')
  expect(await anna.findCase()).toMatchObject({ id: case_id, state: 'closed' })
  await anna.tapButton(offer, 'Передать в поддержку')
  await eventually(async () => (await countMessages(anna.telegram_id, 'Передали в поддержку')) === 3)
  expect((await anna.findCase())?.id).toBeGreaterThan(case_id)
})

test('what did not arrive is tried again and told, also when the question is solved meanwhile', async () => {
  const { setup, ops, waitForMessage, countMessages, openPerson } = desk
  const { telegram } = setup
  const anna = await openPerson()
  const { case_id } = await anna.openCase('Где чек?')
  const refusal = { error_code: 400, description: 'Bad Request: not this one' }
  await telegram.post('/faults', { method: 'sendMessage', match: 'Он нужен сегодня', times: 0, ...refusal })
  await anna.sendMessage({ text: 'Он нужен сегодня' })
  await waitForMessage(anna.telegram_id, 'попробуем ещё раз и напишем')
  await anna.tapButton(await waitForMessage(anna.telegram_id, 'Передали в поддержку'), 'Вопрос решён')
  await waitForMessage(ops, `Обращение ${case_id}, закрыто: вопрос решён`)
  await telegram.delete('/faults')
  await remindLater(desk)
  await waitForMessage(ops, 'Он нужен сегодня')
  await waitForMessage(anna.telegram_id, `Добавили к обращению ${case_id}.`)
  expect(await anna.findCase()).toMatchObject({ state: 'closed', closed_by: 'person', remind_at: null })
  expect(await countMessages(ops, `Обращение ${case_id} ждёт ответа`)).toBe(0)
})
