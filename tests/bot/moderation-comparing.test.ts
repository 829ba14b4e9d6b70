import { beforeAll, expect, test } from 'vitest'
import { percent } from '#services/moderation/card/listing-text.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { client } from '#tests/support/people/people.ts'
import { buttons, type MarkedMessage, openModeratorsChat, withPlainSpaces } from './moderators-chat.ts'
import { submittedOrder } from './telegram.ts'

/**
 * The bot shows moderators two texts side by side: a near-duplicate with its original, or an edit with the former text.
 */

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
  return chat.close
})

test.each([
  [0, '0 %'],
  [87, '87 %'],
  [100, '100 %'],
])('a share of %i is told as it is', (share, text) => {
  expect(withPlainSpaces(percent(share, 'ru'))).toBe(text)
})

test('a near-duplicate stands with its share and fate, side by side on a press, and is a reason of its own', async () => {
  const { setup, cardOf, cardWith, openReasons, pressButton, waitForStatus } = chat
  const description = 'Переписать двести карточек товаров для маркетплейса, пример во вложении, срок неделя'
  const first = await submittedOrder(setup, { subtitle: description })
  const rejectListing = async (listing_id: number, reason: string) =>
    pressButton(await openReasons(listing_id, { button: 'Отклонить', reason }), reason)
  await rejectListing(first.listing_id, 'Непонятное задание')
  await waitForStatus(first.listing_id, 'rejected')
  const second = await submittedOrder(setup, { subtitle: description.replace('неделя', 'десять дней') })
  const duplicateCard = await cardOf(second.listing_id)
  const [, share] =
    /похоже на заказ \d+, (\d+) %, отказ \d+ \S+/.exec(withPlainSpaces(duplicateCard.text)) ?? []
  expect(Number(share)).toBeGreaterThan(70)
  expect(Number(share)).toBeLessThan(100)
  await pressButton(
    duplicateCard,
    buttons(duplicateCard)?.find(
      (label) => withPlainSpaces(label) === `Сравнить с ${first.listing_id}, ${share} %`,
    ) ?? '',
  )
  const comparedCard = await cardWith(second.listing_id, 'К карточке')
  expect(comparedCard.text).toContain('срок десять дней')
  expect(comparedCard.text).toContain('срок неделя')
  expect(
    (
      await setup.ctx.db
        .selectFrom('moderation_tasks')
        .select('state')
        .where('id', '=', second.task_id)
        .executeTakeFirst()
    )?.state,
  ).toBe('open')
  await pressButton(comparedCard, 'К карточке')
  await rejectListing(second.listing_id, 'Повтор объявления')
  expect((await waitForStatus(second.listing_id, 'rejected')).rejection_reason).toBe('Повтор объявления')
})

test('an edit shows field by field what was and what would be, word by word, and what others see meanwhile', async () => {
  const { api, cardOf, cardWith, pressButton } = chat
  const anna = await client(api)
  const subtitle = 'Переделать навигацию и оплату, всего 14 экранов. Ждём макеты в Figma.'
  const { order } = await publishedOrder(
    api,
    { subtitle, price: 45_000, title: 'Редизайн приложения кофейни' },
    anna,
  )
  const body = { price: 100_000, subtitle: subtitle.replace('14 экранов', '22 экрана') }
  await anna.call('PATCH /api/projects/:id', { params: { id: order.id }, body })
  // Edits within half a minute share one review card. The test makes the task due now to end this wait.
  await chat.setup.owner
    .updateTable('event_tasks')
    .set({ due_at: new Date(0).toISOString(), next_at: new Date(0).toISOString() })
    .where('done_at', 'is', null)
    .execute()
  const card = (await cardOf(order.id, 'Правка')) as MarkedMessage
  const text = card.text ?? ''
  expect(withPlainSpaces(text)).toMatch(
    new RegExp(`^Правка заказа ${order.id}, опубликован\nРедизайн приложения кофейни\n`),
  )
  expect(withPlainSpaces(text)).toContain('Цена\n45 000 ₽ за проект → 100 000 ₽ за проект')
  expect(withPlainSpaces(text)).toMatch(
    /Описание, изменено \d+ %\n.*всего 14 экранов\. 22 экрана\. Ждём макеты/,
  )
  const partsOf = (kind: string) =>
    (card.entities ?? [])
      .filter(({ type }) => type === kind)
      .map(({ offset, length }) => withPlainSpaces(text.slice(offset, offset + length)))
  expect(partsOf('strikethrough')).toEqual(['45 000 ₽ за проект', '14 экранов.'])
  expect(partsOf('underline')).toEqual(['100 000 ₽ за проект', '22 экрана.'])
  expect(text).toMatch(/Без изменений: название, .*категория/)
  expect(text).toContain('Ждёт: сильно изменилась цена. В ленте пока прежняя версия.')
  expect(buttons(card)).toEqual(
    expect.arrayContaining(['Одобрить правку', 'Было целиком', 'Стало целиком', 'Открыть в приложении']),
  )
  await pressButton(card, 'Было целиком')
  expect((await cardWith(order.id, 'К карточке')).text).toContain('всего 14 экранов')
  await pressButton(card, 'К карточке')
  await pressButton(await cardWith(order.id, 'Стало целиком'), 'Стало целиком')
  expect((await cardWith(order.id, 'К карточке')).text).toContain('всего 22 экрана')
})
