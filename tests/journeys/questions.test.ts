import { expect, test } from 'vitest'
import { goTo, listingWith, openAppAt } from './navigation.ts'
import { signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum, fillResponse } from './steps.ts'

/** Freelancers of the demo market with a confirmed phone. */
const [boris, olga] = [
  { id: 5000000000000031, name: 'Дмитрий' },
  { id: 5000000000000032, name: 'Ольга' },
]
const setup = setUpJourneys({ hasDemo: true })

const responseText =
  'Свяжу форму сайта с воронкой за неделю: проверю поля, настрою ответственных и покажу на тестовых заявках.'

test('questions are answered, a copy is unfolded and let be, and the author sees how far people come', async () => {
  const { db, world } = setup
  const takeScreenshot = createAlbum('questions')
  const id = await listingWith(setup, 'Связать сайт')
  const questions = 'Сколько дней до первой связки? {1 – 30}\nРаботали с amoCRM? {Да, с API / Нет}'
  await db.updateTable('orders').set({ questions }).where('listing_id', '=', id).execute()
  const author = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.author_id')
    .select(['users.telegram_id as id', 'listings.title'])
    .where('listings.id', '=', id)
    .executeTakeFirstOrThrow()

  const borisPhone = await openAppAt(setup, boris, '/search/orders')
  // Hovering scrolls the list to the card. It finds the card again if the list is redrawn meanwhile.
  await borisPhone.app.getByRole('link', { name: author.title }).hover()
  const countShown = () =>
    db.selectFrom('listing_days').select(['shown', 'opened']).where('listing_id', '=', id).executeTakeFirst()
  await expect.poll(countShown).toEqual({ shown: 1, opened: 0 })
  await goTo(borisPhone, `/order/${id}`)
  await borisPhone.app.getByRole('button', { name: 'Откликнуться' }).click()
  await fillResponse(borisPhone, { text: responseText, price: '140 000', currency: 'RUB' })
  const form = borisPhone.app.getByRole('dialog', { name: 'Отклик на заказ' })
  await form.getByRole('spinbutton', { name: 'Сколько дней до первой связки?' }).fill('5')
  await form.getByRole('button', { name: 'Откликнуться', exact: true }).click()
  await borisPhone.app.getByText('Ответьте на вопросы заказчика').waitFor()
  await takeScreenshot(borisPhone, 'unanswered')
  await form.getByRole('button', { name: 'Да, с API' }).click()
  await form.getByRole('button', { name: 'Откликнуться', exact: true }).click()
  await borisPhone.app.getByRole('alertdialog', { name: 'Отклик отправлен' }).waitFor()

  const olgaSession = await signIn(world, olga)
  const answers = ['7', 'Нет']
  const response = { project_id: id, response_text: responseText, price: 135_000, currency: 'RUB', answers }
  await olgaSession.call('POST', '/api/projects/add_resp', { response })

  const client = await openAppAt(setup, { id: author.id ?? 0 }, `/order/${id}/responses`)
  const { app } = client
  await app.getByText('Да, с API').waitFor()
  await app.getByRole('button', { name: /Похоже на копию/ }).click()
  await app.getByText('Нет', { exact: true }).waitFor()
  await takeScreenshot(client, 'unfolded')
  await app.getByRole('button', { name: 'Это не копия' }).click()
  await app.getByRole('button', { name: 'Это не копия' }).waitFor({ state: 'detached' })

  await expect.poll(countShown).toEqual({ shown: 1, opened: 1 })
  await goTo(client, `/order/${id}`)
  await app.getByRole('link', { name: 'Статистика заказа' }).click()
  await app.getByRole('heading', { name: 'Статистика заказа' }).waitFor()
  // The bar counts the same views as the listing, which the demo market has had before.
  const { views_count } = await db
    .selectFrom('listing_views')
    .select('views_count')
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const label of ['Показан: 1', `Просмотрен: ${views_count}`, /^Откликнулись: \d/])
    await app.getByRole('img', { name: label }).waitFor()
  await takeScreenshot(client, 'funnel')
})
