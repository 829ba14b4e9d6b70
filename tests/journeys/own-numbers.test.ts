import { test } from 'vitest'
import { goTo } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { category, chooseRussian, createAlbum } from './steps.ts'

const setup = setUpJourneys()

test('own numbers begin with the first response, and are there in both languages', async () => {
  const takeScreenshot = createAlbum('own-numbers')
  const person = await newFreelancer(setup.world, 'Пётр', 'Осокин', category.id)
  const { user, call } = await signIn(setup.world, person)
  const phone = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_profile' })
  await phone.waitForApp()
  await chooseRussian(phone)
  const { app } = phone
  await app.getByRole('link', { name: 'Мои цифры' }).click()
  await app.getByRole('heading', { name: 'Цифр пока нет' }).waitFor()
  await takeScreenshot(phone, 'empty')
  await app.getByRole('link', { name: 'Найти заказ' }).click()
  await app.getByRole('heading', { name: 'Поиск' }).waitFor()

  const { user: author } = await signIn(setup.world, await newPerson(setup.world, 'Инна', 'Ветрова'))
  const day = 24 * 60 * 60_000
  const { id: project_id } = await setup.db
    .insertInto('listings')
    .values({
      kind: 'order',
      status: 'published',
      author_id: author.id,
      title: 'Сайт для хора',
      category_id: category.id,
      content_hash: crypto.randomUUID(),
      published_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 30 * day).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setup.db
    .insertInto('orders')
    .values({ listing_id: project_id, subtitle: 'Нужен сайт с афишей.' })
    .execute()
  await setup.db.updateTable('users').set({ verification: 'confirmed' }).where('id', '=', user.id).execute()
  const response = {
    project_id,
    response_text: 'Возьмусь и сделаю за неделю.',
    price: 20_000,
    currency: 'RUB',
  }
  await call('POST', '/api/projects/add_resp', { response })
  await goTo(phone, '/profile/numbers')
  await app.getByRole('heading', { name: 'Мои цифры' }).waitFor()
  await app.getByText('Покажем, когда откликов будет хотя бы 5.').waitFor()
  await app.getByText('1отправлено').waitFor()
  await takeScreenshot(phone, 'one-response')

  await goTo(phone, '/profile')
  await app.getByRole('button', { name: /^Язык/ }).click()
  await app.getByRole('link', { name: 'My numbers' }).click()
  await app.getByRole('heading', { name: 'My numbers' }).waitFor()
  await app.getByText('Shown once you have at least 5 responses.').waitFor()
  await takeScreenshot(phone, 'english')

  // In client mode the profile leads to what a client needs.
  await goTo(phone, '/profile')
  await app.getByRole('radio', { name: 'I’m a client' }).click()
  await app.getByRole('link', { name: 'My numbers' }).waitFor({ state: 'detached' })
})
