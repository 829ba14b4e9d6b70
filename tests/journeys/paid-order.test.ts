import { expect, test } from 'vitest'
import { secondTry } from '#tests/support/run/second-try.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { listingOf, setUpJourneys } from './setup.ts'
import {
  approveOrder,
  category,
  chooseRussian,
  confirmPhone,
  createAlbum,
  fillOrder,
  fillResponse,
  goToNewOrder,
  moderator,
  moderatorsChat,
  noPhotographs,
  openBotFirst,
  openFromMessage,
  openPayment,
  payInBrowser,
  saveOrder,
  sendResponse,
} from './steps.ts'

/** The number of runs; `npm run journey -- --times 20` sets it. */
const times = Number(process.env.JOURNEY_TIMES ?? 1)
const setup = setUpJourneys()
const runs = Array.from({ length: times }, (_, index) => index + 1)

test.for(runs)("a paid order travels from a client's phone to a freelancer's answer (%i)", async (run) => {
  // Among the responses of one market, the text of the second run would be folded as a copy of the first.
  if (run > 1) await secondTry.openNewWorld?.()
  const takeScreenshot = run === 1 ? createAlbum('journey') : noPhotographs
  const title = `Бот записи для барбершопа «Борода» ${run}`
  const client = await newPerson(setup.world, 'Анна', 'Лебедева')
  const worker = await newFreelancer(setup.world, 'Тимур', 'Ахметов', category.id)
  // A logo designer who also has a skill that the order requires.
  const skilledFreelancer = await newFreelancer(setup.world, 'Роман', 'Белов', 301)
  const roman = await signIn(setup.world, skilledFreelancer)
  await roman.call('POST', '/api/users/add_user_skill', { skill_name: 'aiogram' })

  // The client starts the bot, opens the mini-app, chooses a language and describes the order.
  const anna = await setup.phoneOf(client, { motion: true })
  await openBotFirst(anna, takeScreenshot)
  await takeScreenshot(anna, 'client-asked-for-the-language')
  await chooseRussian(anna)
  await anna.app.getByRole('heading', { name: 'С чего начнём?' }).waitFor()
  await takeScreenshot(anna, 'client-asked-what-for')
  await goToNewOrder(anna)
  await fillOrder(anna, {
    title,
    text: 'Клиент выбирает мастера и время, бот напоминает за два часа. Тексты и расписание пришлём.',
    price: '45 000',
  })
  await anna.app.getByRole('button', { name: /^Ещё условия/ }).click()
  await anna.app.getByRole('combobox', { name: 'Навыки' }).pressSequentially('aiog')
  await anna.app.getByRole('option', { name: 'aiogram' }).click()
  await takeScreenshot(anna, 'client-fills-the-order')
  await saveOrder(anna)
  await takeScreenshot(anna, 'client-order-is-saved')

  // The order was saved by a first tap. The second tap opens the payment page. After the payment, the client returns to
  // the order in Telegram.
  await openPayment(anna)
  await takeScreenshot(anna, 'client-at-the-payment-page')
  await payInBrowser(anna)
  await anna.waitForApp()
  await takeScreenshot(anna, 'client-order-is-on-moderation')
  await anna.minimise()
  await anna.message(`Оплата прошла. Заказ «${title}» на модерации.`).waitFor()
  await takeScreenshot(anna, 'client-told-about-the-payment')

  // The moderator gets the review card in the moderators' chat and approves the order.
  const maria = await setup.phoneOf(moderator, { motion: true })
  await maria.openChat(moderatorsChat)
  await maria.message(title).getByRole('button', { name: 'Одобрить' }).waitFor()
  await takeScreenshot(maria, 'moderator-gets-the-card')
  await approveOrder(maria, title)
  await takeScreenshot(maria, 'moderator-approved')

  await anna.message(`Заказ «${title}» в ленте`).waitFor()
  await takeScreenshot(anna, 'client-told-about-the-publication')

  // A freelancer of another category gets the message because of a matching skill, and the message names this reason.
  const readReason = async () => {
    const messages = await setup.world.telegram.get<{ text?: string }[]>(
      `/messages?chat_id=${skilledFreelancer.id}`,
    )
    return messages.find(({ text }) => text?.includes(title))?.text
  }
  await expect.poll(readReason).toContain('Почему вам: ваши навыки — aiogram.')
  const feed = await roman.call<{ projects: { title: string; reason: string }[] }>(
    'POST',
    '/api/users/freelancer_jobs',
  )
  expect(feed.projects.find((order) => order.title === title)?.reason).toBe('skills')

  // A freelancer of the order's category opens the order from the bot's message, confirms the phone and responds.
  const timur = await setup.phoneOf(worker, { motion: true })
  await timur.openChat()
  await timur.message(`Новый заказ: ${title}`).waitFor()
  await takeScreenshot(timur, 'freelancer-gets-the-order')
  await openFromMessage(timur, `Новый заказ: ${title}`, 'Открыть заказ')
  await chooseRussian(timur)
  await timur.app.getByRole('heading', { name: title }).waitFor()
  await timur.app.getByRole('button', { name: 'Откликнуться' }).waitFor()
  await takeScreenshot(timur, 'freelancer-at-the-order')
  await timur.page.getByTestId('app-menu').click()
  await timur.page.getByTestId('app-reload').click()
  await timur.waitForApp()
  await timur.app.getByRole('button', { name: 'Откликнуться' }).click()
  await timur.app.getByRole('alertdialog', { name: 'Пройдите верификацию' }).waitFor()
  await takeScreenshot(timur, 'freelancer-asked-for-the-phone')
  await confirmPhone(timur)
  await fillResponse(timur, {
    text: 'Делал похожего бота для студии маникюра. Покажу запись в работе через неделю.',
    price: '42 000',
    currency: 'RUB',
  })
  await takeScreenshot(timur, 'freelancer-writes-the-response')
  await sendResponse(timur)
  await takeScreenshot(timur, 'freelancer-sees-the-place')

  // The author opens the response from the bot's message.
  await openFromMessage(anna, `Новый отклик на заказ «${title}»`, 'Посмотреть отклик')
  await anna.app.getByRole('heading', { name: '1 отклик' }).waitFor()
  await anna.app.getByRole('heading', { name: worker.name }).waitFor()
  await anna.app.getByText('42 000 ₽').waitFor()
  await anna.app.getByText('Делал похожего бота').waitFor()
  await takeScreenshot(anna, 'client-reads-the-response')

  // Several views by one person count as one view.
  const listing = await listingOf(setup, title)
  expect(listing.status).toBe('published')
  await expect.poll(() => viewsOf(listing.id)).toBeGreaterThan(0)
  expect(await viewsOf(listing.id)).toBe(1)
})

async function viewsOf(listing_id: number): Promise<number> {
  const row = await setup.db
    .selectFrom('listing_views')
    .select('views_count')
    .where('listing_id', '=', listing_id)
    .executeTakeFirst()
  return row?.views_count ?? 0
}
