import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { expectFocus } from './keys.ts'
import { newFreelancer, newPerson, signIn } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { category, chooseRussian, createAlbum } from './steps.ts'

const setup = setUpJourneys()
const tme = 'otklik_demo_bot?startapp=page_profile'

const ownedRows = (user_id: number) =>
  setup.db.selectFrom('user_skills').select('name').where('user_id', '=', user_id)

async function openProfile(person: { id: number }): Promise<Phone> {
  const phone = await setup.phoneOf(person, { tme })
  await phone.waitForApp()
  await chooseRussian(phone)
  return phone
}

async function pickAvatar({ app }: Phone, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await app.getByLabel('Сменить фото').setInputFiles({ name, mimeType, buffer })
}

/** Records the mini-app's requests that change a person's data. */
function watchProfileWrites({ page }: Phone): () => string[] {
  const writeRequests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /^\/api\/(users|files)\//.test(pathname))
      writeRequests.push(`${request.method()} ${pathname}`)
  })
  return () => writeRequests
}

test('a profile is changed in one go; nothing is sent before it is saved', async () => {
  const takeScreenshot = createAlbum('profile')
  const person = await newPerson(setup.world, 'Алина', 'Сокол')
  const { user } = await signIn(setup.world, person)
  const phone = await openProfile(person)
  const { app } = phone
  const writeRequests = watchProfileWrites(phone)
  await app.getByRole('link', { name: 'Редактировать профиль' }).click()
  await app.getByRole('textbox', { name: 'Имя' }).fill('')
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Заполните поле').waitFor()

  await app.getByRole('textbox', { name: 'Имя' }).fill('Алина Соколова')
  await app.getByRole('textbox', { name: 'О себе' }).fill('Проектирую мини-приложения.')
  await app.getByLabel('Категория').selectOption({ label: category.name })
  await app.getByRole('textbox', { name: 'Опыт' }).fill('5')
  const skills = app.getByRole('combobox', { name: 'Навыки' })
  await skills.pressSequentially('фигм')
  await app.getByRole('option', { name: 'Figma' }).waitFor()
  await takeScreenshot(phone, 'skill-suggested')
  await app.getByRole('option', { name: 'Figma' }).click()
  await app.getByRole('button', { name: 'Убрать навык Figma' }).waitFor()
  await app.getByRole('button', { name: 'Добавить услугу' }).click()
  const sheet = app.getByRole('dialog', { name: 'Новая услуга' })
  await sheet.getByRole('textbox', { name: 'Название услуги' }).fill('Аудит мини-приложения')
  await sheet.getByRole('textbox', { name: 'Цена' }).fill('15 000')
  await sheet.getByRole('button', { name: 'Добавить услугу' }).click()
  await sheet.waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'Добавить ссылку' }).click()
  await app.getByRole('textbox', { name: 'Название', exact: true }).fill('Behance')
  await app.getByRole('textbox', { name: 'Ссылка', exact: true }).fill('https://behance.net/sokolova')
  await app.getByRole('button', { name: 'ВКонтакте' }).click()
  await app.getByRole('textbox', { name: 'ВКонтакте' }).fill('javascript:alert(1)')
  await takeScreenshot(phone, 'staged')

  await app.getByRole('button', { name: 'Отмена' }).click()
  const unsavedQuestion = app.getByRole('alertdialog', { name: 'Есть несохранённые изменения' })
  await takeScreenshot(phone, 'asked-before-it-is-lost')
  await unsavedQuestion.getByRole('button', { name: 'Остаться' }).click()
  expect(writeRequests()).toEqual([])

  // A field with an invalid value shows its error. No other field is saved either.
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Укажите имя или ссылку в этой сети').waitFor()
  await expectFocus(phone, app.getByRole('textbox', { name: 'ВКонтакте' }))
  ignoreErrors(phone, /422 .*users\/profile/)
  expect(await ownedRows(user.id).execute()).toEqual([])
  await app.getByRole('textbox', { name: 'ВКонтакте' }).fill('@sokolova')

  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Профиль успешно обновлен', { exact: true }).waitFor()
  await app.getByRole('heading', { name: 'Алина Соколова' }).waitFor()
  await takeScreenshot(phone, 'saved')
  expect(writeRequests()).toEqual(['PATCH /api/users/profile', 'PATCH /api/users/profile'])
  expect(await ownedRows(user.id).execute()).toEqual([{ name: 'Figma' }])
  const savedProfile = await setup.db
    .selectFrom('users')
    .innerJoin('user_services', 'user_services.user_id', 'users.id')
    .innerJoin('user_portfolio_links', 'user_portfolio_links.user_id', 'users.id')
    .innerJoin('user_social_links', 'user_social_links.user_id', 'users.id')
    .select([
      'full_name',
      'users.description',
      'users.category_id',
      'years_of_experience',
      'price',
      'url',
      'value',
    ])
    .where('users.id', '=', user.id)
    .execute()
  expect(savedProfile).toEqual([
    {
      full_name: 'Алина Соколова',
      description: 'Проектирую мини-приложения.',
      category_id: category.id,
      years_of_experience: 5,
      price: 1_500_000,
      url: 'https://behance.net/sokolova',
      value: 'https://vk.com/sokolova',
    },
  ])
})

test('a photo of any kind becomes the avatar; a PNG over the limit and what is no picture do not', async () => {
  const takeScreenshot = createAlbum('avatar')
  const person = await newPerson(setup.world, 'Рита', 'Галина')
  const { user } = await signIn(setup.world, person)
  const phone = await openProfile(person)
  const { app } = phone
  await app.getByRole('link', { name: 'Редактировать профиль' }).click()
  const error = app.getByRole('alertdialog', { name: 'Ошибка' })

  await pickAvatar(phone, 'big.png', 'image/png', Buffer.alloc(limits.avatar.bytes + 1))
  await error.getByText('Файл слишком большой. Максимальный размер: 5 МБ.', { exact: true }).waitFor()
  await error.getByRole('button', { name: 'Закрыть' }).click()
  await error.waitFor({ state: 'detached' })
  await pickAvatar(phone, 'notes.jpg', 'image/jpeg', Buffer.from('no picture'))
  await error.getByText('Подойдёт только PNG', { exact: true }).waitFor()
  await error.getByRole('button', { name: 'Закрыть' }).click()
  await error.waitFor({ state: 'detached' })

  // From here on, the person also has a photo in Telegram.
  const photo_url = 'https://t.me/i/userpic/320/rita.svg'
  const facePicture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
  await phone.page.route(photo_url, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: facePicture }),
  )
  await setup.db.updateTable('users').set({ photo_url }).where('id', '=', user.id).execute()
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#2c7be5' } })
  await pickAvatar(phone, 'photo.jpg', 'image/jpeg', await photo.jpeg().toBuffer())
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Профиль успешно обновлен', { exact: true }).waitFor()
  await app.locator('main img[data-shown]').waitFor()
  const readStored = () =>
    setup.db.selectFrom('users').select('logo_url').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect((await readStored()).logo_url).toContain('/files/')

  // One press restores the person's Telegram photo.
  await app.getByRole('link', { name: 'Редактировать профиль' }).click()
  await takeScreenshot(phone, 'own-picture')
  const restorePhotoButton = app.getByRole('button', { name: 'Вернуть фото из Telegram' })
  await restorePhotoButton.click()
  await restorePhotoButton.waitFor({ state: 'detached' })
  await takeScreenshot(phone, 'taken-off')
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Профиль успешно обновлен', { exact: true }).waitFor()
  await expect.poll(readStored).toEqual({ logo_url: null })
  await app.getByRole('link', { name: 'Редактировать профиль' }).waitFor()
  await app.locator(`main img[data-shown][src="${photo_url}"]`).waitFor()
  // Removes the address of the Telegram photo. Otherwise the mini-apps of other tests would request it from Telegram.
  await setup.db.updateTable('users').set({ photo_url: null }).where('id', '=', user.id).execute()
})

test('pictures of a portfolio are sent as they are chosen, put in order, and shown large to others', async () => {
  const takeScreenshot = createAlbum('portfolio')
  const name = 'Ольга Белова'
  const person = await newFreelancer(setup.world, 'Ольга', 'Белова', category.id)
  const { user } = await signIn(setup.world, person)
  const phone = await openProfile(person)
  const { app } = phone
  await app.getByRole('link', { name: 'Редактировать профиль' }).click()
  const chooseColour = async (colour: string) => {
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: colour } })
    const file = {
      name: `${colour.slice(1)}.png`,
      mimeType: 'image/png',
      buffer: await picture.png().toBuffer(),
    }
    await app.getByLabel('Добавить работу').setInputFiles(file)
  }
  await phone.page.route('**/upload_work', (route) => route.abort())
  await chooseColour('#2c7be5')
  await app.getByText('Нет связи').waitFor()
  await app
    .locator('label', { hasText: /^Название\s\*$/ })
    .first()
    .waitFor()
  await app.getByRole('textbox', { name: 'Название' }).fill('Персонажи')
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Не все картинки загрузились').waitFor()
  await takeScreenshot(phone, 'failed')
  await phone.page.unroute('**/upload_work')
  phone.complaints.splice(0)
  await app.getByRole('button', { name: /^Повторить загрузку/ }).click()
  await chooseColour('#e5532c')
  await chooseColour('#2ce57b')
  await app.getByRole('textbox', { name: 'Название' }).nth(1).fill('Обложка')
  await app.getByRole('textbox', { name: 'Что это' }).nth(1).fill('Книга · 2025')
  await app.getByRole('textbox', { name: 'Название' }).nth(2).fill('Лес')
  await app.getByRole('button', { name: 'Поднять выше: Обложка' }).click()
  await takeScreenshot(phone, 'in-order')
  await app.getByRole('button', { name: 'Сохранить' }).click()
  await app.getByText('Профиль успешно обновлен', { exact: true }).waitFor()
  const storedWorks = setup.db
    .selectFrom('user_works')
    .select('title')
    .where('user_id', '=', user.id)
    .orderBy('place')
  expect((await storedWorks.execute()).map(({ title }) => title)).toEqual(['Обложка', 'Персонажи', 'Лес'])

  const reader = await newPerson(setup.world, 'Игорь', 'Лапин')
  await signIn(setup.world, reader)
  const readersPhone = await openProfile(reader)
  await readersPhone.app.getByRole('radio', { name: 'Я заказчик' }).click()
  await readersPhone.app.getByRole('link', { name: 'Главная', exact: true }).click()
  await readersPhone.app.getByRole('link', { name: 'Все', exact: true }).click()
  await readersPhone.app.getByRole('img', { name: 'Обложка' }).waitFor()
  await takeScreenshot(readersPhone, 'strip')
  await readersPhone.app.getByRole('link', { name }).click()
  await readersPhone.app.getByRole('button', { name: /Обложка/ }).click()
  const viewer = readersPhone.app.getByRole('dialog', { name: 'Обложка' })
  await viewer.getByText('Книга · 2025').waitFor()
  await viewer.getByRole('button', { name: 'Следующая работа' }).click()
  await readersPhone.app.getByRole('dialog', { name: 'Персонажи' }).getByText('2 / 3').waitFor()
  await takeScreenshot(readersPhone, 'large')
  await readersPhone.page.keyboard.press('ArrowRight')
  await readersPhone.app.getByRole('dialog', { name: 'Лес' }).getByText('3 / 3').waitFor()
  await readersPhone.page.getByTestId('app-back').click()
  await readersPhone.app.getByRole('dialog').waitFor({ state: 'detached' })
})

test('the profile asks for its numbers again when it is entered', async () => {
  const person = await newFreelancer(setup.world, 'Мира', 'Зимина', category.id)
  const { user } = await signIn(setup.world, person)
  const phone = await openProfile(person)
  const { app } = phone
  await app.getByText('Новичок').waitFor()
  // The other side accepts the work elsewhere.
  await setup.db.updateTable('users').set({ completed_count: 3 }).where('id', '=', user.id).execute()
  await app.getByRole('link', { name: 'Чаты' }).click()
  await app.getByRole('link', { name: 'Профиль' }).click()
  await app.getByText('3 выполнено').waitFor({ state: 'attached' })
})

test('a client switches roles, finds a freelancer and keeps them among the favourites', async () => {
  const takeScreenshot = createAlbum('people')
  const name = 'Полина Журавлёва'
  const foundFreelancer = await newFreelancer(setup.world, 'Полина', 'Журавлёва', category.id)
  const person = await newPerson(setup.world, 'Виктор', 'Ершов')
  const { user } = await signIn(setup.world, person)
  const phone = await openProfile(person)
  const { app } = phone
  await app.getByRole('radio', { name: 'Я заказчик' }).click()
  const role = () =>
    setup.db
      .selectFrom('users')
      .select(['is_client', 'is_contractor'])
      .where('id', '=', user.id)
      .executeTakeFirst()
  await expect.poll(role).toEqual({ is_client: true, is_contractor: false })

  // The search field on the client's home leads to the freelancers. The tab in the menu leads back to the home.
  await app.getByRole('link', { name: 'Главная', exact: true }).click()
  await app.getByRole('heading', { name: 'Найдём исполнителя' }).waitFor()
  await takeScreenshot(phone, 'home-empty')
  await app.getByRole('searchbox').fill('журавл')
  await app.getByRole('searchbox').press('Enter')
  await app.getByText('1 исполнитель', { exact: true }).waitFor()
  await app.getByRole('button', { name: /^Фильтры/ }).click()
  await app.getByRole('button', { name: 'Телефон подтверждён', exact: true }).click()
  await app.getByRole('button', { name: 'Нет подходящих' }).waitFor()
  await app.getByRole('button', { name: 'Телефон подтверждён', exact: true }).click()
  await app.getByRole('button', { name: 'Показать 1 исполнителя' }).click()
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  await app.getByRole('button', { name: 'В избранное' }).click()
  await app.getByText('Добавлено в избранное').waitFor()
  await takeScreenshot(phone, 'found')
  const readFavorites = () =>
    setup.db.selectFrom('favorite_users').select('favorite_id').where('user_id', '=', user.id).execute()
  const { user: foundUser } = await signIn(setup.world, foundFreelancer)
  expect(await readFavorites()).toEqual([{ favorite_id: foundUser.id }])

  await app.getByRole('link', { name }).click()
  await app.getByRole('heading', { name }).waitFor()
  await app.getByText('Новичок').waitFor()
  await expect.poll(() => app.getByRole('heading', { name: 'Отзывы' }).count()).toBe(0)
  await takeScreenshot(phone, 'page')
  await app.getByRole('button', { name: 'Убрать из избранного' }).click()
  await app.getByText('Убрано из избранного').waitFor()
  await expect.poll(readFavorites).toEqual([])
})
