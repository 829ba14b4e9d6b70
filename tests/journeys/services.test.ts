import sharp from 'sharp'
import { expect, test } from 'vitest'
import { goTo, openAppAt, pathOf } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { category, createAlbum } from './steps.ts'

const setup = setUpJourneys()

test('a freelancer describes a service, closes it for a while and opens it again', async () => {
  const takeScreenshot = createAlbum('service-of-a-freelancer')
  const person = await newFreelancer(setup.world, 'Алина', 'Соколова', category.id)
  const { user } = await signIn(setup.world, person)
  const phone = await openAppAt(setup, person, '/profile/edit')
  const { app } = phone
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#e5a15c' } })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() }
  await app.getByLabel('Добавить работу').setInputFiles(file)
  await app.getByRole('textbox', { name: 'Название' }).fill('Экран пекарни')
  await app.getByRole('button', { name: 'Добавить услугу' }).click()
  const sheet = app.getByRole('dialog', { name: 'Новая услуга' })
  await sheet.getByRole('textbox', { name: 'Название услуги' }).fill('Разбор экрана')
  await sheet.getByRole('textbox', { name: 'Что входит' }).fill('- Пройду путь заказа\n- Новый макет')
  await sheet.getByRole('textbox', { name: 'Цена' }).fill('12 000')
  await sheet.getByRole('textbox', { name: 'Сколько дней займёт' }).fill('400')
  await sheet.getByRole('button', { name: 'Добавить услугу' }).click()
  await sheet.getByText('Целое число от 1 до 365').waitFor()
  await sheet.getByRole('textbox', { name: 'Сколько дней займёт' }).fill('5')
  await sheet.getByRole('textbox', { name: 'Что понадобится от заказчика, 1' }).fill('Ссылка на приложение')
  await sheet.getByRole('textbox', { name: 'Что понадобится от заказчика, 2' }).fill('Кто им пользуется')
  await sheet.getByRole('button', { name: 'Экран пекарни' }).click()
  await takeScreenshot(phone, 'described')
  await sheet.getByRole('button', { name: 'Добавить услугу' }).click()
  await sheet.waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Профиль успешно обновлен', { exact: true }).waitFor()

  await goTo(phone, `/user/${user.id}`)
  await app.getByRole('link', { name: /Разбор экрана/ }).click()
  await app.getByRole('heading', { level: 1, name: 'Разбор экрана' }).waitFor()
  await app.getByText('готово за 5 дней').waitFor()
  await app.getByText('Пройду путь заказа', { exact: true }).waitFor()
  await app.getByText('Кто им пользуется').waitFor()
  await app.getByRole('button', { name: 'Экран пекарни' }).waitFor()
  await takeScreenshot(phone, 'own-page')
  await app.getByRole('button', { name: /^Не брать заказы/ }).click()
  await app.getByRole('radio', { name: 'Неделю' }).click()
  await app.getByText('Вы не берёте заказы этой услуги').waitFor()
  await app.getByRole('button', { name: 'Снова брать заказы' }).click()
  await app.getByRole('button', { name: /^Не брать заказы/ }).waitFor()
  await app.getByRole('link', { name: 'Редактировать' }).click()
  await app.getByRole('dialog', { name: 'Услуга' }).waitFor()
})

test('a client finds a service, by its words and its price, opens it and shares it; a deleted one is not found', async () => {
  const takeScreenshot = createAlbum('service-found')
  const freelancer = await newFreelancer(setup.world, 'Мария', 'Жукова', category.id)
  const { call } = await signIn(setup.world, freelancer)
  const add = (service_name: string, service_price: number, days: number) =>
    call<{ id: number }>('POST', '/api/users/add_user_service', {
      service_name,
      service_price,
      terms_id: 1,
      service_days: days,
    })
  const { id } = await add('Прототип по вашему эскизу', 9000, 3)
  await add('Эскизы для музея', 30_000, 10)
  const person = await newPerson(setup.world, 'Анна', 'Лебедева')
  const phone = await openAppAt(setup, person, '/search/freelancer')
  const { app, page } = phone
  await app.getByRole('radio', { name: /^Услуги/ }).click()
  await app.getByRole('searchbox').fill('эскизы')
  await app.getByText('2 услуги', { exact: true }).waitFor()
  await app.getByRole('radio', { name: 'Услуги 2' }).waitFor()
  await app.getByRole('radio', { name: 'Люди 0' }).waitFor()
  await takeScreenshot(phone, 'found')
  await app.getByRole('button', { name: /^До 15/ }).click()
  await app.getByText('1 услуга', { exact: true }).waitFor()
  await app.getByRole('link', { name: 'Прототип по вашему эскизу' }).click()
  await app.getByRole('heading', { level: 1, name: 'Прототип по вашему эскизу' }).waitFor()
  await app.getByRole('button', { name: /^Заказать · 9/ }).waitFor()
  await takeScreenshot(phone, 'page')
  await app.getByRole('button', { name: 'Поделиться' }).click()
  await app.getByText(`page_service___serviceId_${id}`).waitFor()
  await page.getByTestId('app-back').click()
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByTestId('app-back').click()
  await expect.poll(() => pathOf(phone)).toMatch(/show=services.*to=15000/)

  const opened = await setup.phoneOf(await newPerson(setup.world, 'Игорь', 'Лапин', 'en'), {
    tme: `otklik_demo_bot?startapp=page_service___serviceId_${id}`,
  })
  await opened.waitForApp()
  await opened.app.getByRole('button', { name: /^(Continue|Продолжить)$/ }).click()
  await opened.app.getByText('ready in 3 days').waitFor()
  await takeScreenshot(opened, 'in-english')

  await call(
    'DELETE',
    `/api/users/delete_user_service/${(await signIn(setup.world, freelancer)).user.id}?service_id=${id}`,
  )
  await goTo(phone, `/service/${id}`)
  await app.getByRole('heading', { name: 'Услуга не найдена' }).waitFor()
  ignoreErrors(phone, /404 .*services/)
})
