import sharp from 'sharp'
import { expect, test } from 'vitest'
import { botPeople } from './bot-people.ts'
import { goTo, openAppAt, pathOf } from './navigation.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import {
  category,
  chooseRussianIfAsked,
  createAlbum,
  moderator,
  moderatorsChat,
  openFromMessage,
} from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer } = botPeople(setup)

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

test('a service that is reported is taken down with words to everybody it is about, and put back', async () => {
  const takeScreenshot = createAlbum('service-taken-down')
  const [owner, reporter] = [await freelancer('Алина', 'ru'), await client('ru')]
  const igor = await freelancer('Игорь', 'en')
  const name = 'Логотип за вечер'
  const { id } = await owner.call<{ id: number }>('POST', '/api/users/add_user_service', {
    service_name: name,
    service_description: 'Пишите мне на почту, договоримся дешевле',
    service_price: 12_000,
    terms_id: 1,
    service_days: 5,
  })
  const { id: request_id } = await igor.call<{ id: number }>('POST', `/api/services/${id}/requests`, {
    price: 12_000,
    days: 5,
    answers: [{ question: '', answer: 'Логотип для кофейни' }],
  })

  const annasPhone = await openAppAt(setup, reporter, `/service/${id}`)
  await annasPhone.app.getByRole('button', { name: 'Ещё', exact: true }).click()
  await annasPhone.app.getByRole('button', { name: 'Пожаловаться' }).click()
  const report = annasPhone.app.getByRole('dialog', { name: 'Жалоба на услугу' })
  await report.getByRole('radio', { name: 'Контакты в тексте' }).click()
  await report.getByRole('textbox', { name: 'Подробности' }).fill('Зовёт платить мимо сервиса')
  await takeScreenshot(annasPhone, 'reporting')
  await report.getByRole('button', { name: 'Отправить жалобу' }).click()
  await annasPhone.app.getByText('Жалоба отправлена').waitFor()
  await report.waitFor({ state: 'detached' })

  const igorsPhone = await setup.phoneOf(igor, { tme: 'otklik_demo_bot?startapp=page_search-personal' })
  await igorsPhone.waitForApp()
  await igorsPhone.app.getByText('English', { exact: true }).click()
  await igorsPhone.app.getByRole('button', { name: 'Continue' }).click()
  await goTo(igorsPhone, `/request/${request_id}`)
  await igorsPhone.app.getByRole('heading', { name: 'Waiting for an answer' }).waitFor()

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await maria.message('Жалоба на услугу').filter({ hasText: 'мимо сервиса' }).waitFor()
  await takeScreenshot(maria, 'reported')
  await maria.press(name, 'Снять с публикации')
  await maria.press(name, 'Контакты в описании')

  // The open page of the request follows by itself.
  await igorsPhone.app.getByRole('heading', { name: 'A moderator closed the request' }).waitFor()
  await takeScreenshot(igorsPhone, 'request-in-english')
  await igorsPhone.minimise()
  await igorsPhone.message('A moderator closed the request').filter({ hasText: name }).waitFor()
  await annasPhone.minimise()
  await annasPhone.message('Жалоба подтвердилась.').filter({ hasText: name }).waitFor()

  const alinasPhone = await setup.phoneOf(owner)
  await alinasPhone.openChat()
  await alinasPhone.message('Модератор закрыл запрос на услугу').filter({ hasText: name }).waitFor()
  const notice = `Услуга «${name}» снята`
  await alinasPhone.message(notice).filter({ hasText: 'Причина: Контакты в описании' }).waitFor()
  await takeScreenshot(alinasPhone, 'owner-told')
  await openFromMessage(alinasPhone, notice, 'Открыть услугу')
  const ownPage = alinasPhone.app.getByRole('heading', { level: 1, name })
  await chooseRussianIfAsked(alinasPhone, ownPage)
  await ownPage.waitFor()
  await alinasPhone.app.getByText('Услуга снята модератором').waitFor()
  await alinasPhone.app.getByText(/^Причина: Контакты в описании\. Услугу видите только вы/).waitFor()
  await takeScreenshot(alinasPhone, 'own-page')
  await goTo(alinasPhone, `/request/${request_id}`)
  await alinasPhone.app.getByRole('heading', { name: 'Модератор закрыл запрос' }).waitFor()
  await alinasPhone.app.getByRole('link', { name: 'Ваша услуга' }).click()
  await alinasPhone.app.getByRole('button', { name: 'Написать в поддержку' }).click()
  await alinasPhone.page.getByTestId('start').click()
  await alinasPhone.message('Напишите, что случилось').waitFor()

  const vera = await openAppAt(setup, await newPerson(setup.world, 'Вера', 'Белова'), `/service/${id}`)
  await vera.app.getByRole('heading', { name: 'Услуга не найдена' }).waitFor()
  const searchFor = (words: string) =>
    goTo(vera, `/search/freelancer?show=services&query=${encodeURIComponent(words)}`)
  await searchFor(name)
  await vera.app.getByRole('heading', { name: 'Услуг не нашлось' }).waitFor()
  await takeScreenshot(vera, 'not-found')

  const desk = await openAppAt(setup, moderator, '/admin-panel/reports')
  await desk.app.getByRole('button', { name: 'Решены' }).click()
  const restore = desk.app.getByRole('button', { name: 'Вернуть услугу' })
  await restore.waitFor()
  await takeScreenshot(desk, 'restoring')
  await restore.click()
  await desk.app.getByText('Услугу снова видят все').waitFor()
  await alinasPhone.message(`Услугу «${name}» снова видят все.`).waitFor()
  // Other words, because the answer to a search is fresh for half a minute.
  await searchFor('логотип')
  await vera.app.getByRole('link', { name }).click()
  await vera.app.getByRole('button', { name: /^Заказать · 12/ }).waitFor()
  for (const phone of [vera, igorsPhone]) ignoreErrors(phone, /404 .*services/)
}, 180_000)
