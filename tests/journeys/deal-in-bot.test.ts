import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { botPeople } from './bot-people.ts'
import { setUpJourneys } from './setup.ts'
import { album } from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer, publish, respond } = botPeople(setup)

const words = {
  ru: {
    ...{ shortlist: 'В короткий список', listed: 'В коротком списке. Автору отклика придёт сообщение.' },
    ...{ inShortlist: 'в коротком списке', several: /^2\s+новых\s+отклика/, second: /^2\s+из\s+2/ },
    ...{ decline: 'Отклонить', why: 'Почему отклоняете?', reason: 'Дорого', undo: 'Вернуть' },
    ...{ declined: 'Отклонён: дорого.', refused: 'Причина: дорого', chosen: 'Вас выбрали исполнителем' },
    ...{ handIn: 'Сдать работу', askWork: 'Пришлите ссылку или файлы', done: 'Готово' },
    ...{ handed: 'Работа сдана', received: 'сдаёт работу', accept: 'Принять', accepted: 'Работа принята' },
    ...{ completed: 'работа завершена', review: 'Оставить отзыв', rateWork: 'Оцените работу.' },
    ...{ rateClient: 'Оцените заказчика.', stars: 'Ваша оценка: ★★★★★', without: 'Без слов' },
    ...{ own: 'Ваш отзыв: ★★★★★', shown: 'Его уже видят все.' },
  },
  en: {
    ...{ shortlist: 'Shortlist', listed: 'Shortlisted. The freelancer gets a message.' },
    ...{ inShortlist: 'is shortlisted', several: /^2\s+new\s+responses/, second: /^2\s+of\s+2/ },
    ...{ decline: 'Decline', why: 'Why decline?', reason: 'Too expensive', undo: 'Undo' },
    ...{ declined: 'Declined: too expensive.', refused: 'Reason: too expensive', chosen: 'You were chosen' },
    ...{ handIn: 'Hand in', askWork: 'Send a link or files', done: 'Done' },
    ...{
      handed: 'Work handed in',
      received: 'hands in the work',
      accept: 'Accept',
      accepted: 'Work accepted',
    },
    ...{ completed: 'the work is done', review: 'Leave a review', rateWork: 'Rate the work.' },
    ...{ rateClient: 'Rate the client.', stars: 'Your rating: ★★★★★', without: 'Without words' },
    ...{ own: 'Your review: ★★★★★', shown: 'Everyone can see it now.' },
  },
} satisfies Record<Language, Record<string, string | RegExp>>

/** The review's questions, one after another, each answered with stars. */
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
    const say = words[language]
    const take = album(`deal-in-bot-${language}`)
    const anna = await client(language)
    const [boris, vera] = [await freelancer('Борис', language), await freelancer('Вера', language)]
    const title = `Сайт для кофейни ${language}`
    const order = await publish(anna, title)
    const status = async (id: number) =>
      (await db.selectFrom('responses').select('status').where('id', '=', id).executeTakeFirst())?.status
    const [hers, his] = [await setup.phoneOf(anna), await setup.phoneOf(boris)]
    await hers.openChat()
    await his.openChat()

    const first = await respond(boris, order, 'Сделаю за неделю, вот три похожие работы.')
    await hers.message('Сделаю за неделю').waitFor()
    await take(hers, 'new-response')
    await hers.press(title, say.shortlist)
    await hers.message(say.listed).waitFor()
    await his.message(say.inShortlist).waitFor()
    expect(await status(first.id)).toBe('shortlisted')

    const second = await respond(vera, order, 'Возьмусь, но через месяц.')
    await hers.message(say.several).waitFor()
    await take(hers, 'two-responses')
    await hers.press(say.several, '2')
    await hers.press(say.second, say.decline)
    await hers.message(say.why).waitFor()
    await take(hers, 'why-declined')
    await hers.press(say.why, say.reason)
    await hers.message(say.declined).getByRole('button', { name: say.undo }).waitFor()
    await take(hers, 'declined')
    expect(await status(second.id)).toBe('declined')

    // The executor is chosen in the app.
    await anna.call('POST', `/api/projects/assign_executor/${order}?response_id=${first.id}`)
    await his.message(say.chosen).waitFor()
    await take(his, 'chosen')
    await his.press(say.chosen, say.handIn)
    await his.message(say.askWork).waitFor()
    await his.write('Готово: https://example.org/coffee')
    await his.message(say.askWork).filter({ hasText: 'example.org' }).waitFor()
    await take(his, 'gathered')
    await his.press(say.askWork, say.done)
    await his.message(say.handed).waitFor()

    await hers.message(say.received).waitFor()
    await take(hers, 'work-received')
    await hers.press(say.received, say.accept)
    await hers.message(say.accepted).waitFor()
    await hers.press(say.accepted, say.review)
    await hers.message(say.rateWork).waitFor()
    await take(hers, 'stars')
    for (const axis of axes[language].work) {
      await hers.message(axis).waitFor()
      await hers.press(axis, '5 ★')
    }
    await hers.press(say.stars, say.without)
    await hers.message(say.own).waitFor()

    await his.message(say.completed).waitFor()
    await his.press(say.completed, say.review)
    for (const axis of axes[language].client) {
      await his.message(axis).waitFor()
      await his.press(axis, '5 ★')
    }
    await his.press(say.stars, say.without)
    await his.message(say.shown).waitFor()
    await hers.message(say.shown).waitFor()
    await take(hers, 'both-reviewed')
    await take(his, 'both-reviewed')

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
    // The refusal can be undone for five seconds, and is sent after them.
    const told = async () => {
      const all = await world.telegram.get<{ text?: string }[]>(`/messages?chat_id=${vera.id}`)
      return all.map(({ text }) => text?.replace(/\s/g, ' ')).join()
    }
    await expect.poll(told, { timeout: 10_000 }).toContain(say.refused)
  },
  60_000,
)
