import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { botPeople } from './bot-people.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys()
const { freelancer } = botPeople(setup)

const textsByLanguage = {
  ru: {
    asked: 'Хотят вашу услугу',
    other: 'Другая цена',
    ask: 'Сколько и за сколько дней?',
    write: '18к за неделю, экранов три',
    preview: 'Заказчик увидит и слова: «экранов три».',
    send: 'Отправить',
    sent: 'Другая цена отправлена',
    offered: 'предлагает другую цену',
    terms: /18\s000\s₽[\s\S]*7\sдней[\s\S]*экранов три/,
    agree: 'Согласиться',
    openOrder: 'Открыть заказ',
    handIn: 'Сдать работу',
    askWork: 'Пришлите ссылку или файлы',
    done: 'Готово',
    handed: 'Работа сдана',
    received: 'сдаёт работу',
    accept: 'Принять',
    accepted: 'Работа принята',
    completed: 'работа завершена',
    decline: 'Отказаться',
    reason: 'Нет времени',
    declined: 'сейчас нет времени',
  },
  en: {
    asked: 'Your service is wanted',
    other: 'Another price',
    ask: 'How much and in how many days?',
    write: '18k in a week, экранов три',
    preview: 'The client sees your words too: “экранов три”.',
    send: 'Send',
    sent: 'Another price was sent',
    offered: 'offers another price',
    terms: /₽18,000[\s\S]*7\sdays[\s\S]*экранов три/,
    agree: 'Agree',
    openOrder: 'Open the order',
    handIn: 'Hand in',
    askWork: 'Send a link or files',
    done: 'Done',
    handed: 'Work handed in',
    received: 'has handed in the work',
    accept: 'Accept',
    accepted: 'Work accepted',
    completed: 'the work is done',
    decline: 'Decline',
    reason: 'No time',
    declined: 'no time',
  },
} satisfies Record<Language, Record<string, string | RegExp>>

test.each(['ru', 'en'] as const)(
  'an order of a service is answered, agreed on and done in the chat, %s',
  async (language) => {
    const { db } = setup
    const texts = textsByLanguage[language]
    const takeScreenshot = createAlbum(`service-in-bot-${language}`)
    const [anna, boris] = [await freelancer('Анна', language), await freelancer('Борис', language)]
    const offer = async (name: string) => {
      const body = { service_name: name, service_price: 12_000 }
      const service = await boris.call<{ id: number }>('POST', '/api/users/add_user_service', body)
      await db.updateTable('user_services').set({ days: 5 }).where('id', '=', service.id).execute()
      return service
    }
    const order = ({ id }: { id: number }) =>
      anna.call<{ id: number }>('POST', `/api/services/${id}/requests`, {
        price: 12_000,
        days: 5,
        file_ids: [],
        answers: [{ question: '', answer: 'Бот кофейни: гости бросают заказ на выборе.' }],
      })
    const status = async (id: number) =>
      (await db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirst())?.status
    const [annasPhone, borisPhone] = [await setup.phoneOf(anna), await setup.phoneOf(boris)]
    await annasPhone.openChat()
    await borisPhone.openChat()

    const first = await order(await offer('Разбор экрана'))
    await borisPhone.message(texts.asked).waitFor()
    await takeScreenshot(borisPhone, 'request')
    await borisPhone.press(texts.asked, texts.other)
    await borisPhone.message(texts.ask).waitFor()
    await takeScreenshot(borisPhone, 'asked-for-price')
    await borisPhone.write(texts.write)
    await borisPhone.message(texts.preview).waitFor()
    await takeScreenshot(borisPhone, 'preview')
    await borisPhone.press(texts.preview, texts.send)
    await borisPhone.message(texts.sent).waitFor()

    await annasPhone.message(texts.offered).filter({ hasText: texts.terms }).waitFor()
    await takeScreenshot(annasPhone, 'other-price')
    await annasPhone.press(texts.offered, texts.agree)
    await annasPhone.message('Разбор экрана').getByRole('button', { name: texts.openOrder }).waitFor()
    await takeScreenshot(annasPhone, 'agreed')
    expect(await status(first.id)).toBe('in_progress')

    await borisPhone.message('Разбор экрана').getByRole('button', { name: texts.handIn }).last().click()
    await borisPhone.message(texts.askWork).waitFor()
    await borisPhone.write('Готово: https://example.org/coffee')
    await borisPhone.message(texts.askWork).filter({ hasText: 'example.org' }).waitFor()
    await borisPhone.press(texts.askWork, texts.done)
    await borisPhone.message(texts.handed).waitFor()
    await annasPhone.message(texts.received).waitFor()
    await annasPhone.press(texts.received, texts.accept)
    await annasPhone.message(texts.accepted).waitFor()
    await borisPhone.message(texts.completed).waitFor()
    await takeScreenshot(borisPhone, 'completed')
    expect(await status(first.id)).toBe('completed')

    // A second service is declined with a reason, which the client reads.
    const second = await order(await offer('Обложка канала'))
    await borisPhone.message('Обложка канала').waitFor()
    await borisPhone.press('Обложка канала', texts.decline)
    await borisPhone.message('Обложка канала').getByRole('button', { name: texts.reason }).waitFor()
    await takeScreenshot(borisPhone, 'why-declined')
    await borisPhone.press('Обложка канала', texts.reason)
    await annasPhone.message(texts.declined).waitFor()
    await takeScreenshot(annasPhone, 'declined')
    expect(await status(second.id)).toBe('declined')
  },
  120_000,
)
