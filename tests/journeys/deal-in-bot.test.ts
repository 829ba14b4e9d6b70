import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { botPeople } from './bot-people.ts'
import { goTo, pathOf } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer, publish, respond } = botPeople(setup)

const textsByLanguage = {
  ru: {
    shortlist: 'В короткий список',
    listed: 'В коротком списке. Исполнителю придёт сообщение.',
    inShortlist: 'в коротком списке',
    several: /^2\s+новых\s+отклика/,
    second: /^2\s+из\s+2/,
    decline: 'Отклонить',
    why: 'Почему отклоняете?',
    reason: 'Дорого',
    undo: 'Вернуть',
    declined: 'Отклонён: дорого.',
    refused: 'Причина: дорого',
    toList: 'К списку',
    language: 'Русский',
    goOn: 'Продолжить',
    first: /^1\s+из\s+2/,
    choose: 'Выбрать исполнителем',
    isChosen: 'Выбрать исполнителя?',
    confirm: 'Выбрать',
    deal: 'Сделка',
    openDeal: 'Открыть сделку',
    chosen: 'Вас выбрали исполнителем',
    handIn: 'Сдать работу',
    askWork: 'Пришлите ссылку или файлы',
    done: 'Готово',
    handed: 'Работа сдана',
    received: 'сдаёт работу',
    accept: 'Принять',
    accepted: 'Работа принята',
    completed: 'Спасибо за работу!',
    review: 'Оставить отзыв',
    rateWork: 'Оцените работу.',
    rateClient: 'Оцените заказчика.',
    stars: 'Ваша оценка: ★★★★★',
    without: 'Без слов',
    own: 'Ваш отзыв: ★★★★★',
    shown: 'Его уже видят все.',
  },
  en: {
    shortlist: 'Shortlist',
    listed: 'Shortlisted. The freelancer gets a message.',
    inShortlist: 'is shortlisted',
    several: /^2\s+new\s+responses/,
    second: /^2\s+of\s+2/,
    decline: 'Decline',
    why: 'Why decline?',
    reason: 'Too expensive',
    undo: 'Undo',
    declined: 'Declined: too expensive.',
    refused: 'Reason: too expensive',
    toList: 'To the list',
    language: 'English',
    goOn: 'Continue',
    first: /^1\s+of\s+2/,
    choose: 'Choose',
    isChosen: 'Choose this freelancer?',
    confirm: 'Choose',
    deal: 'Deal',
    openDeal: 'Open the deal',
    chosen: 'You were chosen',
    handIn: 'Hand in',
    askWork: 'Send a link or files',
    done: 'Done',
    handed: 'Work handed in',
    received: 'has handed in the work',
    accept: 'Accept',
    accepted: 'Work accepted',
    completed: 'Thank you for the work!',
    review: 'Leave a review',
    rateWork: 'Rate the work.',
    rateClient: 'Rate the client.',
    stars: 'Your rating: ★★★★★',
    without: 'Without words',
    own: 'Your review: ★★★★★',
    shown: 'Everyone can see it now.',
  },
} satisfies Record<Language, Record<string, string | RegExp>>

/** Questions of a review, in their order. People answer each with a number of stars. */
const axes: Record<Language, { work: string[]; client: string[] }> = {
  ru: {
    work: ['Качество: нажмите', 'Срок: нажмите', 'Общение: нажмите'],
    client: ['Задача: нажмите', 'Оплата: нажмите', 'Общение: нажмите'],
  },
  en: {
    work: ['Quality: press', 'Deadline: press', 'Communication: press'],
    client: ['Task: press', 'Payment: press', 'Communication: press'],
  },
}

test.each(['ru', 'en'] as const)(
  'responses are judged, work is handed in, accepted and reviewed in the chat, %s',
  async (language) => {
    const { world, db } = setup
    const texts = textsByLanguage[language]
    const takeScreenshot = createAlbum(`deal-in-bot-${language}`)
    const anna = await client(language)
    const [boris, vera] = [await freelancer('Борис', language), await freelancer('Вера', language)]
    const title = `Сайт для кофейни ${language}`
    const order = await publish(anna, title)
    const status = async (id: number) =>
      (await db.selectFrom('responses').select('status').where('id', '=', id).executeTakeFirst())?.status
    const [annasPhone, borisPhone] = [await setup.phoneOf(anna), await setup.phoneOf(boris)]
    await annasPhone.openChat()
    await borisPhone.openChat()

    const first = await respond(boris, order, 'Сделаю за неделю, вот три похожие работы.')
    await annasPhone.message('Сделаю за неделю').waitFor()
    await takeScreenshot(annasPhone, 'new-response')
    await annasPhone.press(title, texts.shortlist)
    await annasPhone.message(texts.listed).waitFor()
    await borisPhone.message(texts.inShortlist).waitFor()
    expect(await status(first.id)).toBe('shortlisted')

    const second = await respond(vera, order, 'Возьмусь, но через месяц.')
    await annasPhone.message(texts.several).waitFor()
    await takeScreenshot(annasPhone, 'two-responses')
    await annasPhone.press(texts.several, '2')
    await annasPhone.press(texts.second, texts.decline)
    await annasPhone.message(texts.why).waitFor()
    await takeScreenshot(annasPhone, 'why-declined')
    await annasPhone.press(texts.why, texts.reason)
    await annasPhone.message(texts.declined).getByRole('button', { name: texts.undo }).waitFor()
    await takeScreenshot(annasPhone, 'declined')
    expect(await status(second.id)).toBe('declined')

    // The button opens the app with the question, and the answer leads to the deal.
    await annasPhone.press(texts.second, texts.toList)
    await annasPhone.press(texts.several, '1')
    await annasPhone.press(texts.first, texts.choose)
    await annasPhone.waitForApp()
    await annasPhone.app.getByText(texts.language, { exact: true }).click()
    await annasPhone.app.getByRole('button', { name: texts.goOn }).click()
    const question = annasPhone.app.getByRole('alertdialog', { name: texts.isChosen })
    await question.getByText('Борис').first().waitFor()
    await takeScreenshot(annasPhone, 'choosing')
    await question.getByRole('button', { name: texts.confirm }).click()
    await annasPhone.app.getByRole('region', { name: texts.deal }).waitFor()
    expect(await pathOf(annasPhone)).toBe(`/order/${order}`)
    await takeScreenshot(annasPhone, 'deal-begun')
    await goTo(annasPhone, `/order/${order}/responses`)
    await annasPhone.app.getByRole('link', { name: texts.openDeal }).click()
    await annasPhone.app.getByRole('region', { name: texts.deal }).waitFor()
    await annasPhone.minimise()
    await annasPhone.message(texts.first).getByRole('button', { name: texts.openDeal }).waitFor()

    await borisPhone.message(texts.chosen).waitFor()
    await takeScreenshot(borisPhone, 'chosen')
    await borisPhone.press(texts.chosen, texts.handIn)
    await borisPhone.message(texts.askWork).waitFor()
    await borisPhone.write('Готово: https://example.org/coffee')
    await borisPhone.message(texts.askWork).filter({ hasText: 'example.org' }).waitFor()
    await takeScreenshot(borisPhone, 'gathered')
    await borisPhone.press(texts.askWork, texts.done)
    await borisPhone.message(texts.handed).waitFor()

    await annasPhone.message(texts.received).waitFor()
    await takeScreenshot(annasPhone, 'work-received')
    await annasPhone.press(texts.received, texts.accept)
    await annasPhone.message(texts.accepted).waitFor()
    await annasPhone.press(texts.accepted, texts.review)
    await annasPhone.message(texts.rateWork).waitFor()
    await takeScreenshot(annasPhone, 'stars')
    for (const axis of axes[language].work) {
      await annasPhone.message(axis).waitFor()
      await annasPhone.press(axis, '5 ★')
    }
    await annasPhone.press(texts.stars, texts.without)
    await annasPhone.message(texts.own).waitFor()

    await borisPhone.message(texts.completed).waitFor()
    await borisPhone.press(texts.completed, texts.review)
    for (const axis of axes[language].client) {
      await borisPhone.message(axis).waitFor()
      await borisPhone.press(axis, '5 ★')
    }
    await borisPhone.press(texts.stars, texts.without)
    await borisPhone.message(texts.shown).waitFor()
    await annasPhone.message(texts.shown).waitFor()
    await takeScreenshot(annasPhone, 'both-reviewed')
    await takeScreenshot(borisPhone, 'both-reviewed')

    const { status: end } = await db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    expect(end).toBe('completed')
    const reviews = db.selectFrom('reviews').select(['author_id', 'rating']).orderBy('id')
    expect(await reviews.where('listing_id', '=', order).execute()).toEqual([
      { author_id: anna.user_id, rating: 5 },
      { author_id: boris.user_id, rating: 5 },
    ])
    // The author can undo declining the response for five seconds. Then the bot notifies the freelancer.
    const readReceived = async () => {
      const messages = await world.telegram.get<{ text?: string }[]>(`/messages?chat_id=${vera.id}`)
      return messages.map(({ text }) => text?.replace(/\s/g, ' ')).join()
    }
    await expect.poll(readReceived).toContain(texts.refused)
  },
  120_000,
)
