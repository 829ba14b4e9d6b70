import type { Language } from '#contract/languages.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openMarket } from './author-scenes.ts'

/** Texts and buttons that the client and the freelancer see during a deal. */
export const dealTexts = {
  ru: {
    chosen: 'Вас выбрали исполнителем: «Сайт для кофейни».',
    handIn: 'Сдать работу',
    askWork: 'Пришлите ссылку или файлы и пару слов о работе.',
    done: 'Готово',
    empty: 'Сначала пришлите ссылку, файл или пару слов',
    handedIn: 'Работа сдана. Если заказчик не ответит до',
    remind: 'Напомнить заказчику',
    reminded: 'Заказчику напомнили. Следующий раз можно завтра.',
    waits: 'Работа по заказу «Сайт для кофейни» ждёт вашего ответа.',
    received: 'Борис сдаёт работу по заказу «Сайт для кофейни».',
    keys: ['Принять', 'На доработку', 'Написать', 'Открыть заказ'],
    askRemark: 'Напишите, что поправить',
    returned: 'Работа возвращена на доработку.',
    returnedNews: 'Заказчик вернул работу по заказу «Сайт для кофейни» с замечанием:',
    newer: 'Исполнитель сдал работу ещё раз',
    accepted: 'Работа принята',
    thanks: 'Спасибо за работу!',
    completed: '«Сайт для кофейни»: работа завершена. Спасибо!',
    review: 'Оставить отзыв',
    rate: ['Оцените работу.', 'Оцените заказчика.'],
    axesOfWork: ['Качество: нажмите', 'Качество: ★★★★★\nСрок: нажмите', 'Срок: ★★★☆☆\nОбщение: нажмите'],
    axesOfClient: ['Задача: нажмите', 'Задача: ★★★★☆\nОплата: нажмите', 'Оплата: ★★★★☆\nОбщение: нажмите'],
    askWords: 'Ваша оценка: ★★★★☆.',
    without: 'Без слов',
    sent: 'Отзыв отправлен: ★★★★☆',
    own: 'Ваш отзыв: ★★★★☆',
    opens: 'Его увидят после ответного отзыва, не позже',
    shown: 'Его уже видят все.',
    changed: 'С заказом уже что-то произошло, посмотрите в сообщении',
    over: 'Вы больше не исполнитель.',
  },
  en: {
    chosen: 'You were chosen for “Сайт для кофейни”.',
    handIn: 'Hand in',
    askWork: 'Send a link or files and a few words about the work.',
    done: 'Done',
    empty: 'First send a link, a file or a few words',
    handedIn: 'Work handed in. If the client does not answer by',
    remind: 'Remind the client',
    reminded: 'We reminded the client. You can do it again tomorrow.',
    waits: 'The work on “Сайт для кофейни” is waiting for your answer.',
    received: 'Борис has handed in the work on “Сайт для кофейни”.',
    keys: ['Accept', 'Ask for changes', 'Message', 'Open the order'],
    askRemark: 'Write what to fix',
    returned: 'You asked for changes.',
    returnedNews: 'The client asks for changes to “Сайт для кофейни”:',
    newer: 'The freelancer has handed in again',
    accepted: 'Work accepted',
    thanks: 'Thank you for the work!',
    completed: '“Сайт для кофейни”: the work is done. Thank you!',
    review: 'Leave a review',
    rate: ['Rate the work.', 'Rate the client.'],
    axesOfWork: [
      'Quality: press',
      'Quality: ★★★★★\nDeadline: press',
      'Deadline: ★★★☆☆\nCommunication: press',
    ],
    axesOfClient: ['Task: press', 'Task: ★★★★☆\nPayment: press', 'Payment: ★★★★☆\nCommunication: press'],
    askWords: 'Your rating: ★★★★☆.',
    without: 'Without words',
    sent: 'Review sent: ★★★★☆',
    own: 'Your review: ★★★★☆',
    opens: 'It opens after the other side answers, no later than',
    shown: 'Everyone can see it now.',
    changed: 'Something has changed, see the message',
    over: 'You’re no longer the freelancer here.',
  },
} satisfies Record<Language, Record<string, string | string[]>>

/** Opens a market with deals, and helpers that read the stored steps, reviews and messages of a deal. */
export async function openDeals() {
  const market = await openMarket()

  /** Creates an order for which Anna has chosen Boris. The bot has told Boris. */
  async function createAssigned(language: Language) {
    const { client, freelancer, orderOf, respond } = market
    const [anna, boris] = [await client(language), await freelancer('Борис', language)]
    const order = await orderOf(anna)
    const response_id = await respond(boris, order)
    const params = { id: order }
    await anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
    return {
      anna,
      boris,
      order,
      params,
      chosenMessage: await boris.waitForMessage(dealTexts[language].chosen),
    }
  }

  /**
   * Hands in Boris's work from the bot.
   * @returns the message that Anna received
   */
  async function handIn(
    language: Language,
    { anna, boris }: Awaited<ReturnType<typeof createAssigned>>,
    text = 'Готово, четырнадцать экранов',
  ) {
    const texts = dealTexts[language]
    const authorMessage = await boris.waitForMessage(texts.chosen)
    await boris.pressButton(await boris.waitForText(authorMessage, ''), texts.handIn)
    const prompt = await boris.waitForMessage(texts.askWork)
    await market.setup.telegram.post(`/users/${boris.telegram_id}/send`, { text })
    await boris.pressButton(await boris.waitForText(prompt, text), texts.done)
    return anna.waitForMessage(texts.received)
  }

  const listing = (id: number) =>
    market.setup.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const readSteps = (listing_id: number) =>
    market.setup.ctx.db
      .selectFrom('deal_steps')
      .select(['kind', 'step_text', 'link'])
      .where('listing_id', '=', listing_id)
      .orderBy('id')
      .execute()
  const reviews = (listing_id: number) =>
    market.setup.ctx.db
      .selectFrom('reviews')
      .select(['author_id', 'rating', 'review_text', 'published_at'])
      .select(['quality', 'term', 'task', 'payment', 'communication'])
      .where('listing_id', '=', listing_id)
      .orderBy('id')
      .execute()

  /** Waits until the deal messages in this person's chat show the deal's latest step. */
  const waitForDrawn = (user_id: number) =>
    eventually(async () => {
      const deliveries = await market.setup.ctx.db
        .selectFrom('deliveries')
        .select(['state', 'error'])
        .where('kind', '=', 'deal_drawn')
        .where('user_id', '=', user_id)
        .execute()
      return (
        deliveries.length > 0 &&
        deliveries.every(({ state, error }) => state === 'sent' || error === 'outdated')
      )
    })

  /** Reads the edits in these people's chats that Telegram refused, because they changed nothing. */
  async function readEmptyEdits(people: { telegram_id: number }[]) {
    const edits = people.map(({ telegram_id }) =>
      market.setup.telegram.get<{ description?: string }[]>(
        `/calls?method=editMessageText&chat_id=${telegram_id}`,
      ),
    )
    const calls = (await Promise.all(edits)).flat()
    return calls.filter(({ description }) => description?.includes('not modified'))
  }

  return {
    market,
    openAssigned: createAssigned,
    handIn,
    listing,
    readSteps,
    reviews,
    waitForDrawn,
    readEmptyEdits,
  }
}
