import { expect, test } from 'vitest'
import { publicStatuses } from '#contract/lifecycle.ts'
import { markupOf, textOf } from '#tests/support/components/markup.tsx'
import { query, queryClient } from '#web/client/query.ts'
import { ListingActionBar } from '#web/features/listing-page/action-bar.tsx'
import { OwnListingContent, OwnListingHead, OwnListingHero } from '#web/features/listing-page/own-listing.tsx'
import type { Order } from '#web/features/listings/types.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { OwnListingCard } from './own-card.tsx'

/** Tests the texts and actions of an own order in each state. */

const me = { id: 1, is_client: true } as Me
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const ownOrder = (changes: Partial<Order>) =>
  ({
    id: 7,
    kind: 'order',
    title: 'Сайт кофейни',
    status: 'published',
    is_owner: true,
    client_id: 1,
    price: 50_000,
    min_stake: null,
    max_stake: null,
    currency: { code: 'RUB', symbol: '₽' },
    created_at: daysFromNow(-9),
    published_at: daysFromNow(-9),
    expires_at: daysFromNow(20),
    deadline: daysFromNow(12),
    responses_count: 3,
    responses: [],
    new_responses: 0,
    executor: null,
    executor_id: null,
    deal: null,
    ...changes,
  }) as Order
const deal = {
  price: 420,
  currency: { code: 'USDT', symbol: 'USDT' },
  due_at: daysFromNow(4.5),
  chosen_at: daysFromNow(-1),
  handed_in_at: null,
  accepted_at: null,
} as Order['deal']

test('its card shows the budget, and after the choice the agreed price, deadline and executor', () => {
  const textBefore = textOf(<OwnListingCard me={me} listing={ownOrder({})} />)
  expect(textBefore).toContain('50 000 ₽ за проект')
  expect(textBefore).toMatch(/В ленте ещё (19|20|21) д.*до \d+ \p{L}+/u)
  const executor = { id: 2, full_name: 'Борис Котов' } as Order['executor']
  const work = { status: 'in_progress' as const, executor, executor_id: 2, deal }
  const textAfter = textOf(<OwnListingCard me={me} listing={ownOrder(work)} />)
  expect(textAfter).toContain('420 USDT цена согласована')
  expect(textAfter).toMatch(/до \d+ \p{L}+/u)
  expect(textAfter).toContain('Борис Котов')
  expect(textAfter).not.toContain('50 000')
})

test('another price of the freelancer is named as theirs, with its unit', () => {
  const request = {
    status: 'offered',
    audience: 'private',
    request_state: 'countered',
    price: 18_000,
  } as const
  const cardText = (changes: Partial<Order>) =>
    textOf(<OwnListingCard me={me} listing={ownOrder({ ...request, price_unit: null, ...changes })} />)
  expect(cardText({})).toContain('18 000 ₽ предлагает исполнитель')
  expect(cardText({ price_unit: 'за страницу' })).toContain('18 000 ₽ за страницу, предлагает исполнитель')
  expect(cardText({ request_state: 'offered' })).not.toContain('предлагает')
})

test('a pending edit is marked for its author', () => {
  const waitingEditText = 'Правка ждёт модерации'
  expect(textOf(<OwnListingHead listing={ownOrder({ is_edit_pending: true })} />)).toContain(waitingEditText)
  expect(textOf(<OwnListingHead listing={ownOrder({ is_edit_pending: false })} />)).not.toContain(
    waitingEditText,
  )
})

test('a running or finished listing has no edit button', () => {
  const barText = (listing: Order) =>
    textOf(<ListingActionBar listing={listing} me={me} onRespond={() => undefined} isAsking={false} />)
  const editable = publicStatuses.filter((status) => barText(ownOrder({ status })).includes('Редактировать'))
  expect(editable.toSorted()).toEqual(['hidden', 'moderation', 'published'])
  for (const status of ['in_progress', 'completed'] as const)
    expect(barText(ownOrder({ status }))).toContain('Создать похожий')
})

test('a rejected listing is fixed as long as it may be sent again, and has no second button for it', () => {
  const barText = (resubmissions_left: number) =>
    textOf(
      <ListingActionBar
        listing={ownOrder({ status: 'rejected', resubmissions_left })}
        me={me}
        onRespond={() => undefined}
        isAsking={false}
      />,
    )
  expect(barText(1)).toContain('Исправить')
  expect(barText(0)).not.toContain('Исправить')
  expect(barText(0)).toContain('Создать похожий')
  const headText = textOf(
    <OwnListingHead
      listing={ownOrder({
        status: 'rejected',
        rejection_reason: 'Контакты в описании',
        resubmissions_left: 1,
        refund_price: 2500,
      })}
    />,
  )
  expect(headText).toMatch(
    /Почему отклонили\s+Модератор\s+Контакты в\sописании\s+Создан\s.*можно ещё 1 раз, платить снова не нужно/,
  )
  expect(headText).toMatch(/Вернуть деньги\s+Придут за три рабочих дня\s+2\s500\s₽/)
  // Stars come back at once, and a credit brings no money.
  const withoutMoney = ownOrder({ status: 'rejected', resubmissions_left: 1, refund_price: null })
  const unpaidText = textOf(<OwnListingHead listing={withoutMoney} />)
  expect(unpaidText).toContain('Вернуть деньги')
  expect(unpaidText).not.toContain('Придут за')
  expect(headText).not.toMatch(/Исправить\b|Отправить на проверку/)
})

test('a rejection is appealed beside the refund, as long as it may be appealed', () => {
  const listing = ownOrder({ status: 'rejected', resubmissions_left: 1, refund_price: 2500 })
  const headText = (may_appeal: boolean) => {
    queryClient.setQueryData(
      query('GET /api/moderation/:listing_id', { params: { listing_id: listing.id } }).queryKey,
      { question: null, asked_at: null, may_appeal, usual: null },
    )
    return textOf(<OwnListingHead listing={listing} />)
  }
  expect(headText(true)).toMatch(
    /Вернуть деньги.*2\s500\s₽\s+Обжаловать решение\s+Модераторы посмотрят ещё раз/,
  )
  expect(headText(false)).toContain('Вернуть деньги')
  expect(headText(false)).not.toContain('Обжаловать')
})

test('the page of an order in moderation shows the steps, then the measured time, then how to edit', () => {
  const listing = ownOrder({ status: 'moderation' })
  queryClient.setQueryData(
    query('GET /api/moderation/:listing_id', { params: { listing_id: listing.id } }).queryKey,
    { question: null, asked_at: null, may_appeal: false, usual: { unit: 'minute', count: 20 } },
  )
  expect(textOf(<OwnListingHead listing={listing} />)).toMatch(
    /Создан\s.*Опубликован\s+Проверяем\s+Обычно проверяем до 20 минут\. Бот напишет, .*Заметили неточность\?/,
  )
})

test('an order in the feed says how long it stays there, and its two numbers', () => {
  const heroText = (order: Order) => textOf(<OwnListingHero listing={order} action={null} />)
  expect(heroText(ownOrder({ expires_at: daysFromNow(9) }))).toMatch(/^\s*В ленте ещё 9 дней/)
  expect(heroText(ownOrder({ status: 'hidden', hidden_reason: 'owner' }))).toMatch(/^\s*Приостановлен /)
  expect(heroText(ownOrder({ status: 'hidden', hidden_reason: 'staff' }))).toMatch(/^\s*Снят модератором /)
  expect(heroText(ownOrder({ expires_at: daysFromNow(9) }))).toMatch(/50 000 ₽ за проект до \d+ \p{L}+/u)
  const headText = (invitations: Order['invitations']) =>
    textOf(<OwnListingHead listing={ownOrder({ views_count: 186, invitations })} />)
  expect(headText({ invited: 3, responded: 1 })).toMatch(
    /3 из 10\s+приглашено\s+1 откликнулся\s+186\s+просмотров\s+Статистика заказа/,
  )
  expect(headText({ invited: 0, responded: 0 })).toMatch(/0 из 10\s+приглашено\s+Пригласить\s/)
})

test('the text of an own order is folded once it was reviewed', () => {
  const contentText = (status: Order['status']) =>
    textOf(<OwnListingContent listing={ownOrder({ status })}>Нужна страница</OwnListingContent>)
  expect(contentText('moderation')).toContain('Нужна страница')
  for (const status of ['published', 'rejected'] as const) {
    expect(contentText(status)).toContain('Описание и условия')
    expect(contentText(status)).not.toContain('Нужна страница')
  }
})

test('the state stands before the numbers, and kept responses are named only if there are some', () => {
  const headText = (changes: Partial<Order>) =>
    textOf(<OwnListingHead listing={ownOrder({ views_count: 19, ...changes })} />)
  const paused = { status: 'hidden', hidden_reason: 'owner' } as const
  expect(headText({ ...paused, responses_count: 0 })).toMatch(
    /^\s*Заказа не видно в\sленте\s+Новых откликов не будет\.\s+Вернуть в ленту\s+Статистика заказа\s+19\s+просмотров/,
  )
  expect(headText(paused)).toMatch(
    /прежние сохранились\.\s+Вернуть в ленту\s+3 отклика\s+Смотреть все отклики/,
  )
  expect(headText({ ...paused, hidden_reason: 'staff' })).not.toContain('Вернуть в ленту')
  expect(headText({ status: 'expired' })).toMatch(
    /Заказа не видно в\sленте.*3 отклика.*Статистика заказа\s+19\s+просмотров/,
  )
  expect(textOf(<OwnListingHero listing={ownOrder({ status: 'expired' })} action={null} />)).toMatch(
    /^\s*Размещение закончилось/,
  )
})

test('the card of an expired order says that its own deadline has passed, before the placement is extended', () => {
  const headText = (days: number) =>
    textOf(<OwnListingHead listing={ownOrder({ status: 'expired', deadline: daysFromNow(days) })} />)
  expect(headText(-12)).toMatch(/Срок заказа прошёл \d+ \p{L}+\. Сначала продлите размещение/u)
  expect(headText(12)).not.toContain('Срок заказа прошёл')
  expect(headText(-12)).not.toContain('Размещение закончилось')
})

test('an order in the feed whose deadline has passed asks for a new one', () => {
  const headText = (days: number) =>
    textOf(<OwnListingHead listing={ownOrder({ deadline: daysFromNow(days) })} />)
  expect(headText(-1)).toMatch(/Срок заказа прошёл \d+ \p{L}+.*Новый срок/u)
  expect(headText(1)).not.toContain('Новый срок')
})

test('handed-in work is opened from its card', () => {
  const card = (handed_in_at: string | null) =>
    textOf(
      <OwnListingCard
        me={me}
        listing={ownOrder({ status: 'in_progress', deal: { ...deal, handed_in_at } as Order['deal'] })}
      />,
    )
  expect(card(daysFromNow(-1))).toContain('Посмотреть работу')
  expect(card(null)).not.toContain('Посмотреть работу')
})

test('the link to the responses names whether there is one or more, and is plain beside a button that pays', () => {
  const single = { id: 1, place: 1, status: 'seen', user: { id: 2, full_name: 'Ольга', completed_count: 0 } }
  const responses = [{ ...single, price: null, created_at: daysFromNow(-1) }] as unknown as Order['responses']
  const link = 'Смотреть все отклики'
  const head = (changes: Partial<Order>) => <OwnListingHead listing={ownOrder(changes)} />
  expect(textOf(head({ responses: [], responses_count: 0 }))).not.toMatch(
    /Смотреть все отклики|Открыть отклик/,
  )
  expect(textOf(head({ responses, responses_count: 1 }))).toContain('Открыть отклик')
  expect(textOf(head({ responses, responses_count: 1 }))).not.toContain(link)
  expect(textOf(head({ responses, responses_count: 2 }))).toContain(link)
  const accentLink = /class="[^"]*accent[^"]*"[^>]*>[^<]*(<[^>]*>)*Смотреть все отклики/
  expect(markupOf(head({}))).toMatch(accentLink)
  for (const status of ['expired', 'archived'] as const)
    expect(markupOf(head({ status }))).not.toMatch(accentLink)
})

test('an unpaid order names its payment in one card, not in a badge', () => {
  const category = { name: 'Фотография' } as Order['category']
  const hero = <OwnListingHero listing={ownOrder({ status: 'draft', category })} action={null} />
  expect(textOf(hero)).toMatch(/^\s*Фотография/)
  expect(textOf(hero)).not.toContain('Ждёт оплаты')
})
