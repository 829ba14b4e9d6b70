import { expect, test } from 'vitest'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { goTo } from './navigation.ts'
import { newFreelancer, newPerson } from './people.ts'
import { listingOf, paymentsOf, setUpJourneys } from './setup.ts'
import {
  answerHomeQuestion,
  approveOrder,
  category,
  chooseCategory,
  chooseRussian,
  createAlbum,
  moderator,
  moderatorsChat,
  openFromMessage,
  openPayment,
} from './steps.ts'

const setup = setUpJourneys()
const takeScreenshot = createAlbum('vacancy')

test('a vacancy is written, changed, paid for, answered with a resume, filled and closed', async () => {
  const title = 'Верстальщик в студию «Контур»'
  const employer = await newPerson(setup.world, 'Дина', 'Ким')
  const worker = await newFreelancer(setup.world, 'Марк', 'Орлов', category.id)

  // The employer opens the mini-app by a link, fills in part of the form, leaves it and finds the draft again.
  const dina = await setup.phoneOf(employer, { tme: 'otklik_demo_bot?startapp=page_search-personal' })
  await dina.waitForApp()
  await chooseRussian(dina)
  await answerHomeQuestion(dina, 'Пропустить')
  await dina.app.getByRole('link', { name: 'Профиль', exact: true }).click()
  await dina.app.getByRole('link', { name: 'Мои заказы и вакансии' }).click()
  await dina.app.getByRole('radio', { name: 'Вакансии' }).click()
  await dina.app.getByRole('link', { name: 'Создать', exact: true }).click()
  await dina.app.getByRole('heading', { name: 'Новая вакансия' }).waitFor()
  await dina.app.getByRole('button', { name: /^К оплате ·/ }).click()
  await dina.app.getByText('Заполните поле').first().waitFor()
  await takeScreenshot(dina, 'what-is-missing')
  await dina.app.getByRole('textbox', { name: 'Название' }).fill(title)
  await dina.app.getByRole('textbox', { name: 'Описание' }).fill('Два проекта в месяц, макеты в Figma.')
  await dina.page.getByTestId('app-back').click()
  await dina.app.getByRole('heading', { name: 'Мои заказы и вакансии' }).waitFor()
  await dina.app.getByRole('link', { name: 'Создать', exact: true }).click()
  await expect.poll(() => dina.app.getByRole('textbox', { name: 'Название' }).inputValue()).toBe(title)

  await chooseCategory(dina, category.name)
  await dina.app.getByRole('textbox', { name: 'Сумма' }).fill('180 000')
  const brief = { name: 'Бриф.txt', mimeType: 'text/plain', buffer: Buffer.from('Бриф\n') }
  await dina.app.locator('input[type=file]').setInputFiles(brief)
  await dina.app.getByRole('button', { name: 'Убрать файл: Бриф.txt' }).waitFor()
  await dina.app.getByRole('button', { name: /^К оплате ·/ }).click()
  await dina.app.getByRole('heading', { name: 'Вакансия сохранена' }).waitFor()
  await takeScreenshot(dina, 'saved')

  // Editing the draft before payment sends only the fields that were changed.
  const vacancy = await listingOf(setup, title)
  await dina.page.getByTestId('app-back').click()
  await dina.app.getByRole('link', { name: title }).click()
  await dina.app.getByRole('button', { name: 'Редактировать' }).click()
  await dina.app.getByRole('heading', { name: 'Редактирование вакансии' }).waitFor()
  await dina.app.getByRole('textbox', { name: 'Сумма' }).fill('190 000')
  const editRequest = dina.page.waitForRequest((request) => request.method() === 'PATCH')
  await dina.app.getByRole('button', { name: 'Сохранить изменения' }).click()
  expect((await editRequest).postDataJSON()).toEqual({ hourly_rate: 190_000 })
  await dina.app.getByText('190 000 ₽').waitFor()
  await dina.app.getByRole('link', { name: 'Бриф.txt' }).waitFor()
  await takeScreenshot(dina, 'own-draft')

  await dina.app.getByRole('button', { name: /^Опубликовать/ }).click()
  await dina.app.locator('button:not([aria-busy])', { hasText: 'Оплатить' }).waitFor()
  await openPayment(dina)
  await dina.outside.getByRole('button', { name: /^Оплатить \d/ }).click()
  await dina.app.getByRole('heading', { name: 'Проверяем', exact: true }).waitFor()
  // The mini-app asks only now for the permission that the bot may write, because the bot will soon report the
  // moderation.
  await dina.page.getByTestId('write-dialog').getByTestId('dialog-yes').click()
  await takeScreenshot(dina, 'on-moderation')

  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)

  // The freelancer responds and attaches a resume in the form. The resume is also saved in the profile.
  const workersPhone = await setup.phoneOf(worker)
  await workersPhone.openChat()
  await openFromMessage(workersPhone, `Новая вакансия: ${title}`, 'Открыть вакансию')
  await chooseRussian(workersPhone)
  await workersPhone.app.getByRole('button', { name: 'Откликнуться' }).click()
  await workersPhone.app.getByRole('button', { name: 'Пройти верификацию' }).click()
  await workersPhone.page.getByTestId('phone-dialog').getByTestId('dialog-yes').click()
  const sheet = workersPhone.app.getByRole('dialog', { name: 'Отклик на вакансию' })
  await sheet.getByRole('textbox', { name: 'Сопроводительное письмо' }).fill('Верстаю десять лет.')
  const resumeFile = { name: 'Резюме.txt', mimeType: 'text/plain', buffer: Buffer.from('Марк Орлов\n') }
  await sheet.getByLabel('Приложить резюме').setInputFiles(resumeFile)
  await sheet.getByRole('switch', { name: 'Приложить резюме' }).and(sheet.locator(':checked')).waitFor()
  const workFile = { name: 'Макет.pdf', mimeType: 'application/pdf', buffer: pdf }
  await sheet.getByLabel('Примеры работ').setInputFiles(workFile)
  await sheet.getByRole('button', { name: 'Убрать файл: Макет.pdf' }).waitFor()
  await takeScreenshot(workersPhone, 'answers-with-a-resume')
  await sheet.getByRole('button', { name: 'Откликнуться', exact: true }).click()
  const successDialog = workersPhone.app.getByRole('alertdialog', { name: 'Отклик отправлен' })
  await successDialog.getByRole('button', { name: 'Мои отклики' }).click()
  await workersPhone.app.getByRole('link', { name: title }).waitFor()
  await takeScreenshot(workersPhone, 'own-responses')

  // The employer chooses a candidate and closes the vacancy.
  await dina.minimise()
  await openFromMessage(dina, `Новый отклик на вакансию «${title}»`, 'Посмотреть отклик')
  await dina.app.getByText('Верстаю десять лет.').waitFor()
  await dina.app.getByRole('link', { name: 'Макет.pdf' }).waitFor()
  await takeScreenshot(dina, 'reads-the-response')
  await dina.app.getByRole('button', { name: 'Выбрать кандидата' }).click()
  await dina.app.getByRole('button', { name: 'Выбрать', exact: true }).click()
  // Waits until the candidate is chosen, before the next step opens the vacancy's page.
  await dina.app.getByText('Кандидат выбран').waitFor()
  await expect.poll(async () => (await listingOf(setup, title)).status).toBe('in_progress')
  await goTo(dina, `/vacancy/${vacancy.id}`)
  await dina.app.getByRole('button', { name: 'Закрыть вакансию' }).click()
  await dina.app.getByRole('alertdialog').getByRole('button', { name: 'Закрыть вакансию' }).click()
  await expect.poll(async () => (await listingOf(setup, title)).status).toBe('completed')
  await takeScreenshot(dina, 'closed')
  expect(await paymentsOf(setup, vacancy.id)).toMatchObject([{ state: 'paid', amount: 250_000 }])
})
