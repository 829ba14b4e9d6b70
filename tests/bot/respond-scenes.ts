import { beforeAll } from 'vitest'
import { type Orders, openOrders } from './order-scenes.ts'

/**
 * Freelancers respond in the chat with the bot. Contains the bot's message about an order and the texts of each step.
 */

export let setup: Orders
export const notifyReader: Orders['notifyReader'] = (...scene) => setup.notifyReader(...scene)

/** Starts the bot for one test file. */
export function openResponding(): void {
  beforeAll(async () => {
    setup = await openOrders()
    return setup.close
  })
}

export const textsByLanguage = {
  ru: {
    respond: 'Откликнуться',
    price:
      'Сколько возьмёте за эту работу? Напишите как удобно, например 52 000 ₽ или 400 TON. Бюджет заказчика: 2 500 ₽.',
    other: 'Это 3 000 TON',
    letter: '3 000 ₽. Теперь сообщение заказчику, до 500 знаков.',
    check:
      'Проверьте отклик Вывеска <b> 3 000 ₽ Будет 1-е место из 1 Сообщение: 25 знаков Сделаю за неделю <быстро>',
    keys: [['Отправить'], ['Исправить', 'Отмена']],
    send: 'Отправить',
    sent: 'Вывеска <b> Отклик отправлен. Сейчас он 1-й из 1. Напишем, когда его увидят.',
    after: [['Мои отклики', 'Ещё заказы']],
    bad: 'Не поняли сумму.',
    odd: 'Цена в 22 раза выше бюджета. 400 TON — это около 54 000 ₽, а бюджет заказа: 2 500 ₽. Оставить так?',
    keep: 'Оставить так',
    free: 'По договорённости',
    long: 'Получилось 501 знак, нужно до 500. Пришлите короче.',
    words: 'Пришлите сообщение текстом, до 500 знаков.',
    change: 'Исправить',
    changePrice: 'Изменить цену',
    changeLetter: 'Изменить сообщение',
    cancel: 'Отмена',
    cancelled: 'Отменили, ничего не отправлено',
    phone: 'Сначала подтвердите номер. Потом продолжим с этого места.',
    confirmed: 'Номер подтверждён. Продолжим.',
    gone: 'Не отправили: Отклики больше не принимаются. Ваше сообщение осталось выше, в этом чате.',
    closed: 'Вывеска <b> Заказ уже закрыт. Отклики на него больше не принимают.',
    missing: 'Это объявление закрыто или удалено.',
    vacancy: 'Напишите, почему вы подходите, до 500 знаков.',
  },
  en: {
    respond: 'Respond',
    price:
      'How much for this work? Write it your way, for example ₽52,000 or TON 400. The client’s budget: ₽2,500.',
    other: 'It is TON 3,000',
    letter: '₽3,000. Now a message to the client, up to 500 characters.',
    check:
      'Check your response Вывеска <b> ₽3,000 It will be 1 of 1 Message: 25 characters Сделаю за неделю <быстро>',
    keys: [['Send'], ['Edit', 'Cancel']],
    send: 'Send',
    sent: 'Вывеска <b> Response sent. It is 1 of 1 now. We will message you when it is seen.',
    after: [['My responses', 'More orders']],
    bad: 'We could not read the amount.',
    odd: 'The price is 22 times the budget. TON 400 is about ₽54,000, and the budget of the order is ₽2,500. Keep it?',
    keep: 'Keep it',
    free: 'Negotiable',
    long: 'That is 501 characters, the limit is 500. Send a shorter one.',
    words: 'Send the message as text, up to 500 characters.',
    change: 'Edit',
    changePrice: 'Change price',
    changeLetter: 'Change message',
    cancel: 'Cancel',
    cancelled: 'Cancelled, nothing was sent',
    phone: 'Confirm your phone first. Then we’ll continue from here.',
    confirmed: 'Your phone is confirmed. Let’s continue.',
    gone: 'Not sent: Responses are closed. Your message stays above in this chat.',
    closed: 'Вывеска <b> The order is closed. It takes no more responses.',
    missing: 'This listing was closed or deleted.',
    vacancy: 'Write why you are the right person, up to 500 characters.',
  },
}
export const responseText = 'Сделаю за неделю <быстро>'

export type NotifiedReader = Awaited<ReturnType<Orders['notifyReader']>>
type Texts = (typeof textsByLanguage)['ru']

/** Fills in a response in the chat, with a price and a text, up to the step that asks for confirmation. */
export async function fillResponse(scene: NotifiedReader, texts: Texts) {
  await scene.pressButton(texts.respond)
  await scene.waitForText(texts.price)
  await scene.sendMessage('3 000 ₽')
  await scene.waitForText(texts.letter)
  await scene.sendMessage(responseText)
  return scene.waitForText(texts.check)
}
