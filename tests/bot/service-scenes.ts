import type { Language } from '#contract/languages.ts'
import { openMarket } from './author-scenes.ts'

/** Texts and buttons that the two sides of a request for a service see in the bot. */
export const requestTexts = {
  ru: {
    asked: 'Хотят вашу услугу «Разбор экрана»',
    keys: ['Принять', 'Другая цена', 'Отказаться', 'Открыть запрос'],
    clientKeys: ['Согласиться', 'Не подходит', 'Написать', 'Открыть запрос'],
    ask: 'Сколько и за сколько дней? Например: 18 000 ₽, 7 дней.',
    noPrice: 'Не нашли в ответе цену.',
    currency: 'Цена этой услуги в другой валюте.',
    same: 'Это та же цена.',
    preview: '18 000 ₽, 7 дней. Заказчик увидит и слова: «экранов три».',
    previewKeys: ['Отправить', 'Исправить', 'Отмена'],
    sent: 'Другая цена отправлена: 18 000 ₽.',
    offered: 'предлагает другую цену за услугу «Разбор экрана»',
    reasons: ['Нет времени', 'Не те условия', 'Без причины', 'Назад'],
    declined: 'Вы отказались. Заказчику придёт сообщение',
    agreed: 'Вы согласились. Исполнитель начинает работу',
    accepted: 'Запрос принят. Можно начинать работу',
    withdrawn: 'Запрос закрыт. Исполнителю придёт сообщение',
    changed: 'С запросом уже что-то произошло, посмотрите в сообщении',
    over: 'Этого запроса больше нет в ожидании. Цена не отправлена.',
    refused: 'не берётся за услугу «Разбор экрана»',
    lapsed: 'Запрос закрыт.',
    which: 'Кому это? Ждут двое.',
    whichKey: 'Другая цена по «Разбор экрана»',
    openOrder: 'Открыть заказ',
    handIn: 'Сдать работу',
  },
  en: {
    asked: 'Your service is wanted: “Разбор экрана”',
    keys: ['Accept', 'Another price', 'Decline', 'Open the request'],
    clientKeys: ['Agree', 'Not for me', 'Message', 'Open the request'],
    ask: 'How much and in how many days? For example: ₽18,000, 7 days.',
    noPrice: 'There is no price in the answer.',
    currency: 'This service is priced in another currency.',
    same: 'This is the same price.',
    preview: '₽18,000, 7 days. The client sees your words too: “экранов три”.',
    previewKeys: ['Send', 'Correct', 'Cancel'],
    sent: 'Another price was sent: ₽18,000.',
    offered: 'offers another price for the service “Разбор экрана”',
    reasons: ['No time', 'Terms don’t suit me', 'No reason', 'Back'],
    declined: 'You declined. The client gets a message',
    agreed: 'You agreed. The freelancer starts the work',
    accepted: 'The request is accepted. You can start the work',
    withdrawn: 'The request is closed. The freelancer gets a message',
    changed: 'Something has changed with the request, see the message',
    over: 'This request no longer waits for an answer. The price was not sent.',
    refused: 'does not take on the service “Разбор экрана”',
    lapsed: 'The request is closed.',
    which: 'Who is it for? Two are waiting.',
    whichKey: 'Another price for “Разбор экрана”',
    openOrder: 'Open the order',
    handIn: 'Hand in',
  },
} satisfies Record<Language, Record<string, string | string[]>>

/** Opens a market in which clients order the service of a freelancer. */
export async function openRequests() {
  const market = await openMarket()

  /** Boris offers a service for 12 000 roubles in five days, and Anna orders it. The bot has told Boris. */
  async function createRequest(language: Language, terms: { price?: number | null } = { price: 12_000 }) {
    const [anna, boris] = [
      await market.freelancer('Анна', language),
      await market.freelancer('Борис', language),
    ]
    const price = terms.price ?? null
    const { id: service_id } = await boris.call('POST /api/users/add_user_service', {
      body: { service_name: 'Разбор экрана', service_price: price },
    })
    await market.setup.ctx.db
      .updateTable('user_services')
      .set({ days: 5 })
      .where('id', '=', service_id)
      .execute()
    const order = () =>
      anna.call('POST /api/services/:id/requests', {
        params: { id: service_id },
        body: {
          price,
          days: 5,
          file_ids: [],
          answers: [{ question: '', answer: 'Бот кофейни: выбор и оплата.' }],
        },
      })
    const { id } = await order()
    return { anna, boris, id, service_id, asked: await boris.waitForMessage(requestTexts[language].asked) }
  }

  const readRequest = (id: number) =>
    market.setup.ctx.db
      .selectFrom('service_requests as request')
      .innerJoin('listings as listing', 'listing.id', 'request.listing_id')
      .select(['listing.status', 'listing.executor_id', 'listing.price', 'request.counter_price'])
      .select([
        'request.counter_days',
        'request.counter_reason',
        'request.decline_reason',
        'request.end_reason',
      ])
      .where('listing.id', '=', id)
      .executeTakeFirstOrThrow()

  /** Kinds of the messages about requests that were queued for a person, redraws not among them. */
  const readKinds = async (user_id: number) => {
    const rows = await market.setup.ctx.db
      .selectFrom('deliveries')
      .select('kind')
      .where('user_id', '=', user_id)
      .where('kind', 'like', 'service\\_%')
      .where('kind', '<>', 'service_drawn')
      .orderBy('id')
      .execute()
    return rows.map(({ kind }) => kind as string)
  }

  return { market, createRequest, readRequest, readKinds }
}
