import { beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#services/files/sweep.ts'
import { closeQuiet, forgetMedia, remindOperators } from '#services/support/care.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openSupport } from './support-desk.ts'

/** What time does to cases and to copies of files. */

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

const day = 24 * 60 * 60_000

test('a case that was answered closes after three quiet days; one that waits for an answer is reminded of', async () => {
  const { setup, ops, heard, count, person, answer } = desk
  const { ctx } = setup
  const [anna, boris] = [await person(), await person()]
  const answered = await anna.ask('Первый вопрос')
  const waiting = await boris.ask('Второй вопрос')
  await answer(answered.card, { text: 'Первый ответ' })
  await heard(anna.telegram_id, 'Первый ответ')
  const { now } = ctx
  const in3Days = () => new Date(now().getTime() + 3 * day + 60_000)
  await closeQuiet(ctx, 100)
  expect((await anna.findCase())?.state).toBe('open')
  ctx.now = in3Days
  await closeQuiet(ctx, 100)
  await remindOperators(ctx, 100)
  ctx.now = now
  await ctx.db
    .updateTable('deliveries')
    .set({ next_at: now().toISOString() })
    .where('state', '=', 'pending')
    .execute()
  await heard(anna.telegram_id, `Обращение ${answered.case_id} закрыто: три дня было тихо`)
  await heard(ops, `Обращение ${answered.case_id}, закрыто: три дня тишины`)
  const reminder = await heard(ops, `Обращение ${waiting.case_id} ждёт ответа`)
  expect(reminder.reply_to_message?.message_id).toBe(waiting.card.message_id)
  expect((await boris.findCase())?.state).toBe('open')
  expect(await count(boris.telegram_id, 'три дня было тихо')).toBe(0)
})

test('copies of photos are kept for ninety days, and go with Telegram’s names for them', async () => {
  const { setup, picture, heard, person } = desk
  const { ctx } = setup
  const anna = await person()
  await anna.turnToSupport()
  await anna.send({ photo: picture, caption: 'Снимок' })
  await heard(anna.telegram_id, 'Передали в поддержку')
  const copies = () =>
    ctx.db
      .selectFrom('files')
      .innerJoin('support_messages as message', 'message.id', 'files.support_message_id')
      .select(['files.storage_key', 'message.media', 'files.attached_at'])
      .where('message.author_id', '=', anna.id)
      .execute()
  const [copy] = await eventually(async () => {
    const found = await copies()
    return found.length > 0 && found
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
  const kept = ctx.db.selectFrom('support_messages').select('media').where('author_id', '=', anna.id)
  expect(await kept.execute()).toEqual([{ media: null }])
})
