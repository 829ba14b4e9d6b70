import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { expectFocus, expectFocusTrap, pressBy, tabTo } from './keys.ts'
import { listingWith, openAppAt, pathOf } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { category, createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'robokassa', 'api'] })

const client = { id: 5000000000000011 }

const type = ({ page }: Phone, text: string) => page.keyboard.type(text)
const pressKey = ({ page }: Phone, key: string) => page.keyboard.press(key)

/** The list of suggestions is drawn before its first one is highlighted, and Enter chooses only what is highlighted. */
const expectHighlighted = ({ app }: Phone, name: string) =>
  app.getByRole('option', { name }).and(app.locator('[data-highlighted]')).waitFor()

/** Holds back the answers of an address until the returned function is called. */
async function holdAnswers({ page }: Phone, url: string) {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  return async () => {
    held.resolve()
    await page.unroute(url)
  }
}

test('an order is written, saved and taken to its payment by the keyboard alone', async () => {
  const takeScreenshot = createAlbum('keyboard-create')
  const title = 'Расписание для студии танцев'
  const phone = await openAppAt(setup, client, '/search/personal')
  const { app, page } = phone
  await page.getByTestId('app-frame').focus()
  await pressBy(phone, app.getByRole('link', { name: 'Создать заказ', exact: true }))
  await expectFocus(phone, app.getByRole('heading', { name: 'Новый заказ' }))

  // A missing field gets the focus before its error message appears.
  await pressBy(phone, app.getByRole('button', { name: /^К оплате ·/ }))
  await expectFocus(phone, app.getByRole('textbox', { name: 'Название' }))
  await type(phone, title)
  await tabTo(phone, app.getByRole('textbox', { name: 'Описание' }))
  await type(phone, 'Клиент видит занятия недели и записывается одним нажатием.')

  // The category sheet is used by keyboard: first its search field has the focus, then the arrow keys choose. Closing
  // returns the focus to the button.
  const categoryButton = app.getByRole('button', { name: 'Категория' })
  await pressBy(phone, categoryButton)
  const sheet = app.getByRole('dialog', { name: 'Категория' })
  const field = sheet.getByRole('searchbox')
  await expectFocus(phone, field)
  await expectFocusTrap(phone, sheet)
  await pressKey(phone, 'Escape')
  await sheet.waitFor({ state: 'detached' })
  await expectFocus(phone, categoryButton)
  await pressKey(phone, 'Enter')
  await expectFocus(phone, field)
  await type(phone, category.name.toLowerCase())
  await pressKey(phone, 'ArrowDown')
  await expectFocus(phone, sheet.getByRole('button', { name: category.name }))
  await pressKey(phone, 'Enter')
  await sheet.waitFor({ state: 'detached' })
  await expectFocus(phone, categoryButton)

  await tabTo(phone, app.getByRole('textbox', { name: 'Бюджет' }))
  await type(phone, '45 000')
  await pressBy(phone, app.getByRole('button', { name: /^Ещё условия/ }))

  // Skills: Enter takes the first suggestion, the arrow keys another one, and Backspace removes the last skill.
  const skills = app.getByRole('combobox', { name: 'Навыки' })
  await tabTo(phone, skills)
  // On a weak network the suggestions on the screen are those of an earlier letter: Enter must not take a skill
  // that does not fit the letters typed since.
  const release = await holdAnswers(phone, '**/api/skills?search=aio*')
  await type(phone, 'a')
  await app.getByRole('option', { name: 'aiogram' }).waitFor()
  await type(phone, 'iog')
  await expectHighlighted(phone, 'aiogram')
  await pressKey(phone, 'Enter')
  await app.getByRole('button', { name: 'Убрать навык aiogram' }).waitFor()
  await release()
  await type(phone, 'postgr')
  await expectHighlighted(phone, 'PostgreSQL')
  await pressKey(phone, 'ArrowDown')
  await pressKey(phone, 'Enter')
  const skillMark = app.getByRole('button', { name: /^Убрать навык (?!aiogram)/ })
  await skillMark.waitFor()
  await pressKey(phone, 'Backspace')
  await skillMark.waitFor({ state: 'detached' })
  await takeScreenshot(phone, 'skills')

  await tabTo(phone, app.getByRole('radio', { name: 'За проект' }))
  await pressBy(phone, app.getByRole('button', { name: /^К оплате ·/ }))
  await expectFocus(phone, app.getByRole('heading', { name: 'Заказ сохранён' }))
  // The pay button can have the focus even while its invoice is loading.
  const payButton = app.getByRole('button', { name: /^Оплатить ·/ })
  await tabTo(phone, payButton)
  await expect.poll(() => payButton.getAttribute('aria-busy')).toBeNull()
  await takeScreenshot(phone, 'at-the-payment')
  await pressKey(phone, 'Enter')
  await phone.outside.getByRole('button', { name: /^Оплатить \d/ }).waitFor()

  const storedOrder = setup.db.selectFrom('listings').select(['title', 'category_id', 'skills', 'price'])
  expect(await storedOrder.orderBy('id', 'desc').limit(1).execute()).toEqual([
    { title, category_id: category.id, skills: ['aiogram'], price: 4_500_000 },
  ])
})

test('of two responses one is picked out, compared and chosen by the keyboard alone', async () => {
  const takeScreenshot = createAlbum('keyboard-choose')
  const id = await listingWith(setup, 'сети кофеен')
  const phone = await openAppAt(setup, client, `/order/${id}`)
  const { app, page } = phone
  await page.getByTestId('app-frame').focus()
  await pressBy(phone, app.getByRole('link', { name: /^Смотреть все отклики/ }))
  await expectFocus(phone, app.getByRole('heading', { level: 1 }))
  await expect.poll(() => pathOf(phone)).toBe(`/order/${id}/responses`)

  const marks = app.getByRole('button', { name: 'В короткий список' })
  await app.getByRole('button', { name: /^Открытые/ }).waitFor()
  for (let marksLeft = await marks.count(); marksLeft > 0; marksLeft--) {
    await pressBy(phone, marks.first())
    await expect.poll(() => marks.count()).toBe(marksLeft - 1)
  }
  await pressBy(phone, app.getByRole('button', { name: 'Короткий список 2' }))
  const compareButton = app.getByRole('button', { name: 'Сравнить двоих' })
  await pressBy(phone, compareButton)
  const comparison = app.getByRole('dialog', { name: 'Два отклика рядом' })
  await comparison.waitFor()
  await expectFocusTrap(phone, comparison)
  await pressKey(phone, 'Escape')
  await comparison.waitFor({ state: 'detached' })
  await expectFocus(phone, compareButton)
  await pressKey(phone, 'Enter')
  const choice = comparison.getByRole('button', { name: /^Выбрать: / }).first()
  await pressBy(phone, choice)

  // Cancelling the confirmation returns the focus to the button that opened it.
  const dialog = app.getByRole('alertdialog', { name: 'Выбрать исполнителя?' })
  await dialog.waitFor()
  await takeScreenshot(phone, 'asked')
  await expectFocusTrap(phone, dialog)
  await pressKey(phone, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(phone, choice)
  await pressKey(phone, 'Enter')
  await pressBy(phone, dialog.getByRole('button', { name: 'Выбрать' }))
  await app.getByText('Исполнитель выбран').waitFor()
  await takeScreenshot(phone, 'chosen')
  const storedStatus = setup.db.selectFrom('listings').select('status').where('id', '=', id)
  expect(await storedStatus.execute()).toEqual([{ status: 'in_progress' }])
})
