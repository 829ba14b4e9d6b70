import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { openDeals, words } from './deal-scenes.ts'
import { buttons } from './moderators-chat.ts'

/** The steps of a deal in the bot, for both sides. */

let deals: Awaited<ReturnType<typeof openDeals>>
beforeAll(async () => {
  deals = await openDeals()
  return deals.market.close
})

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const say = words[language]

  test('a deal from the choice to both reviews goes wholly through the bot', async () => {
    const scene = await deals.assigned(language)
    const { anna, boris, order, chosen } = scene
    const { telegram } = deals.market.setup
    expect(buttons(chosen)?.[0]).toBe(say.handIn)

    await boris.press(chosen, say.handIn)
    const question = await boris.told(say.askWork)
    expect((await boris.press(question, say.done)).answer).toEqual({ text: say.empty, show_alert: true })
    const link = 'https://www.figma.com/file/1'
    for (const text of ['14 экранов', link, 'и прототип'])
      await telegram.post(`/users/${boris.telegram_id}/send`, { text })
    const gathered = await boris.nowSays(question, 'и прототип')
    expect(gathered.text).toContain(link)
    await boris.press(gathered, say.done)
    const received = await anna.told(say.received)
    expect(received.text).toContain('14 экранов')
    expect(received.text).toContain(link)
    expect(buttons(received)?.slice(0, 4)).toEqual(say.keys)
    expect(await deals.steps(order)).toEqual([{ kind: 'hand_in', step_text: '14 экранов\nи прототип', link }])
    const handed = await boris.nowSays(chosen, say.handedIn)
    await boris.press(handed, say.remind)
    await anna.told(say.waits)
    expect(buttons(await boris.nowSays(chosen, say.reminded))).not.toContain(say.remind)

    await anna.press(received, say.keys[1])
    await anna.told(say.askRemark)
    expect((await anna.write({ text: 'Нет экрана «закрыто»' })).text).toBe(say.returned)
    await anna.nowSays(received, say.returned)
    const back = await boris.told(say.returnedNews)
    expect(back.text).toContain('Нет экрана «закрыто»')
    await boris.nowSays(chosen, '')

    await boris.press(back, say.handIn)
    await telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Теперь есть' })
    const again = await boris.nowSays(await boris.told('Теперь есть'), '')
    await boris.press(again, say.done)
    const second = await anna.told('Теперь есть')
    await anna.nowSays(received, say.newer)

    expect((await anna.press(second, say.keys[0])).answer?.show_alert ?? false).toBe(false)
    const accepted = await anna.nowSays(second, say.accepted)
    expect(await deals.listing(order)).toMatchObject({ status: 'completed' })
    const completed = await boris.told(say.completed)

    await anna.press(accepted, say.review)
    const asked = await anna.nowSays(second, say.rate[0])
    expect(buttons(asked)?.slice(0, 5)).toEqual(['1 ★', '2 ★', '3 ★', '4 ★', '5 ★'])
    await anna.press(await anna.nowSays(second, say.axesOfWork[0]), '5 ★')
    await anna.press(await anna.nowSays(second, say.axesOfWork[1]), '3 ★')
    await anna.press(await anna.nowSays(second, say.axesOfWork[2]), '4 ★')
    await anna.told(say.askWords)
    expect(await deals.reviews(order)).toEqual([])
    expect((await anna.write({ text: 'Сделано раньше срока' })).text).toBe(say.sent)
    const own = await anna.nowSays(second, say.own)
    expect(own.text).toContain('Сделано раньше срока')
    expect(own.text).toContain(say.opens)
    expect(buttons(own)).not.toContain(say.review)

    await boris.press(completed, say.review)
    await boris.nowSays(completed, say.rate[1])
    for (const axis of say.axesOfClient) await boris.press(await boris.nowSays(completed, axis), '4 ★')
    const wordless = await boris.told(say.askWords)
    await boris.press(wordless, say.without)
    await boris.nowSays(wordless, say.sent)
    await boris.nowSays(completed, say.shown)
    await anna.nowSays(second, say.shown)
    expect(await deals.reviews(order)).toMatchObject([
      {
        ...{ author_id: anna.id, rating: 4, review_text: 'Сделано раньше срока' },
        ...{ quality: 5, term: 3, communication: 4, task: null, payment: null },
      },
      {
        ...{ author_id: boris.id, rating: 4, review_text: null },
        ...{ quality: null, term: null, communication: 4, task: 4, payment: 4 },
      },
    ])
  }, 60_000)

  test('accepted in the app, the message says so by itself and its stale button does nothing', async () => {
    const scene = await deals.assigned(language)
    const { anna, boris, order, params } = scene
    const received = await deals.handIn(language, scene)
    await anna.call('POST /api/projects/complete/:id', { params })
    await anna.nowSays(received, say.accepted)
    const { answer } = await anna.press(received, say.keys[0]).catch(() => ({ answer: undefined }))
    expect(answer).toBeUndefined()
    await boris.told(say.completed)
    expect((await deals.listing(order)).status).toBe('completed')
  }, 30_000)

  test('who was released learns it from the message and can hand nothing in', async () => {
    const { anna, boris, order, params, chosen } = await deals.assigned(language)
    await boris.press(chosen, say.handIn)
    const question = await boris.told(say.askWork)
    await deals.market.setup.telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Готово' })
    const gathered = await boris.nowSays(question, 'Готово')
    await anna.call('POST /api/projects/unassign_executor/:id', { params })
    await boris.nowSays(chosen, say.over)
    expect((await boris.press(gathered, say.done)).answer).toEqual({ text: say.changed, show_alert: true })
    expect(await deals.steps(order)).toEqual([])
  }, 30_000)
})

test('files with words are handed in, an album as one piece, and a remark may bring a picture', async () => {
  const { anna, boris, order, chosen } = await deals.assigned('ru')
  const { telegram, ctx } = deals.market.setup
  await boris.press(chosen, 'Сдать работу')
  const question = await boris.told('Пришлите ссылку')
  const document = (name: string) => ({ name, base64: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') })
  const send = (body: Record<string, unknown>) => telegram.post(`/users/${boris.telegram_id}/send`, body)
  await send({ document: document('Макеты.pdf'), caption: 'Все экраны' })
  await boris.nowSays(question, 'Файлов: 1')
  const media_group_id = 'album-1'
  await send({ document: document('Смета.pdf'), media_group_id })
  await send({ document: document('Договор.pdf'), media_group_id })
  await boris.press(await boris.nowSays(question, 'Файлов: 3'), 'Готово')
  const received = await anna.told('сдаёт работу')
  expect(received.text).toContain('Все экраны\nФайлы: Макеты.pdf, Смета.pdf, Договор.pdf')
  await anna.press(received, 'На доработку')
  await anna.told('Напишите, что поправить')
  const wordless = await anna.write({ document: document('Правки.pdf') })
  expect(wordless.text).toBe('Здесь нужны слова. Напишите, что поправить.')
  const said = await anna.write({ document: document('Правки.pdf'), caption: 'Отметил на полях' })
  expect(said.text).toBe('Работа возвращена на доработку.')
  expect((await boris.told('Отметил на полях')).text).toContain('Файл: Правки.pdf')
  const files = ctx.db.selectFrom('files').innerJoin('deal_steps as step', 'step.id', 'files.deal_step_id')
  expect(await files.select('files.id').where('step.listing_id', '=', order).execute()).toHaveLength(4)
}, 30_000)

test('steps are refused to strangers, to the blocked and from forged buttons; a day has one reminder', async () => {
  const scene = await deals.assigned('ru')
  const { anna, boris, order, chosen } = scene
  const { setup, freelancer, forge } = deals.market
  const received = await deals.handIn('ru', scene)
  const vera = await freelancer('Вера')
  const changed = { text: words.ru.changed, show_alert: true }
  const last = Number(
    (
      await setup.ctx.db
        .selectFrom('deal_steps')
        .select('id')
        .where('listing_id', '=', order)
        .executeTakeFirstOrThrow()
    ).id,
  )
  for (const verb of [
    `accept:${order}:${last}`,
    `return:${order}:${last}`,
    `remind:${order}`,
    `rate:${order}:5`,
  ])
    for (const who of [vera, ...(verb.startsWith('remind') ? [] : [boris])])
      expect([verb, (await forge(who, `v1:deal:${verb}`)).answer]).toEqual([verb, changed])
  expect((await forge(anna, `v1:deal:accept:${order}:${last + 1}`)).answer).toEqual(changed)
  await boris.press(await boris.nowSays(chosen, 'Работа сдана.'), 'Напомнить заказчику')
  const twice = { text: 'Сегодня уже напоминали, следующий раз — завтра', show_alert: true }
  expect((await forge(boris, `v1:deal:remind:${order}`)).answer).toEqual(twice)
  expect((await deals.listing(order)).status).toBe('in_progress')
  await setup.ctx.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', anna.id).execute()
  expect((await anna.press(received, 'Принять')).answer).toEqual({
    text: errorText('ru', 'blocked'),
    show_alert: true,
  })
  expect((await deals.listing(order)).status).toBe('in_progress')
}, 30_000)

test('a forged "done" hands nothing that was gathered for one deal in to another', async () => {
  const { boris, anna, order, chosen } = await deals.assigned('ru')
  const { setup, orderOf, respond } = deals.market
  const { telegram } = setup
  const other = await orderOf(anna)
  const response_id = await respond(boris, other)
  await anna.call('POST /api/projects/assign_executor/:id', { params: { id: other }, query: { response_id } })
  await boris.press(chosen, words.ru.handIn)
  const question = await boris.told(words.ru.askWork)
  await telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Четырнадцать экранов' })
  const { message_id } = await boris.nowSays(question, 'Четырнадцать экранов')
  const keyboard = (id: number) => ({
    reply_markup: { inline_keyboard: [[{ text: 'Готово', callback_data: `v1:deal:done:${id}` }]] },
  })
  await setup.bot.api.editMessageReplyMarkup(boris.telegram_id, message_id, keyboard(other))
  const press = () =>
    telegram.post<{ answer: unknown }>(`/users/${boris.telegram_id}/tap`, { message_id, text: 'Готово' })
  expect((await press()).answer).toEqual({ text: words.ru.changed, show_alert: true })
  expect([await deals.steps(other), await deals.steps(order)]).toEqual([[], []])
  await setup.bot.api.editMessageReplyMarkup(boris.telegram_id, message_id, keyboard(order))
  await press()
  expect(await deals.steps(order)).toMatchObject([{ step_text: 'Четырнадцать экранов' }])
}, 30_000)

test('stars of a review that is being given outlast what the other side does meanwhile', async () => {
  const say = words.ru
  const scene = await deals.assigned('ru')
  const { anna, boris, order, params } = scene
  const received = await deals.handIn('ru', scene)
  await anna.call('POST /api/projects/complete/:id', { params })
  await anna.press(await anna.nowSays(received, say.accepted), say.review)
  await anna.press(await anna.nowSays(received, say.axesOfWork[0]), '5 ★')
  await anna.nowSays(received, say.axesOfWork[1])
  const axes = { task: 5, payment: 5, communication: 5 }
  await boris.call('POST /api/reviews', { body: { listing_id: order, axes, text: null } })
  await deals.drawn(anna.id)
  await anna.press(await anna.nowSays(received, say.axesOfWork[1]), '3 ★')
  const third = await anna.nowSays(received, say.axesOfWork[2])
  expect(third.text).toContain('Качество: ★★★★★')
  // Going back clears the answers given so far.
  await anna.press(third, 'Назад')
  const back = await anna.nowBegins(received, say.review)
  await anna.press(back, say.review)
  for (const axis of ['Качество: нажмите', 'Срок: нажмите', 'Общение: нажмите'])
    await anna.press(await anna.nowSays(received, axis), '4 ★')
  await anna.press(await anna.told(say.askWords), say.without)
  await anna.nowSays(received, say.own)
  expect(await deals.reviews(order)).toMatchObject([
    { author_id: boris.id, rating: 5 },
    { author_id: anna.id, quality: 4, term: 4, communication: 4 },
  ])
}, 30_000)
