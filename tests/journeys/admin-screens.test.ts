import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openConfirmations } from '#tests/support/people/admin-press.ts'
import { login } from '#tests/support/people/people.ts'
import { leaveTraces } from '#tests/support/people/staff-traces.ts'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()
await leaveTraces(showroom.api)

test('an administrator reads a person and complaints, looks at contacts, renames a category, and the log tells it', async () => {
  const { page, go, complaints } = await showroom.open(people.admin, {
    ...({ theme: 'light', language: 'ru', width: 1280, height: 900 } as const),
  })
  await go(`/admin-panel/users/${await showroom.person(people.shop)}`)
  await page.getByRole('heading', { name: 'Послужной список' }).waitFor()
  await page.getByText('Решено отклонить').waitFor()
  // On a person's own page the rows of listings do not repeat the name.
  await page
    .getByRole('button', { name: /^Снять\sс\sпубликации:/ })
    .first()
    .waitFor()
  expect(await page.getByText('Игорь Самойлов', { exact: true }).count()).toBe(1)
  await page.getByRole('button', { name: 'Показать контакты' }).click()
  await page.getByText('https://t.me/').first().waitFor()
  await page.getByRole('button', { name: 'Предупредить' }).click()
  const warning = page.getByRole('dialog', { name: 'Предупредить: Игорь Самойлов' })
  await warning
    .getByText('Это будет второе предупреждение за 90 дней: после него можно закрыть доступ.')
    .waitFor()
  await warning.getByRole('textbox', { name: 'Что сказать человеку' }).waitFor()
  // No reason is preselected, so that the moderator must choose one.
  expect(await warning.getByRole('button', { name: 'Предупредить' }).isDisabled()).toBe(true)
  await warning.getByRole('radio').first().click()
  await warning.getByRole('button', { name: 'Предупредить' }).click()
  // The person has two warnings now, because there was one before.
  await page.getByText('2 предупреждения за 90 дней').waitFor()

  await go('/admin-panel/projects')
  await page.getByRole('button', { name: 'Опубликованы' }).click()
  const takeDown = page.getByRole('button', { name: /^Снять\sс\sпубликации:/ }).first()
  const title = (await takeDown.getAttribute('aria-label'))?.replace(/^.*?:\s/, '') ?? ''
  await takeDown.click()
  const sheet = page.getByRole('dialog', { name: 'Что сделать' })
  await sheet.getByText(title).waitFor()
  // The act that opened the form is chosen. The reason is not, so that Enter decides nothing.
  expect(await sheet.getByRole('radio', { name: 'Снять с публикации' }).isChecked()).toBe(true)
  expect(await sheet.getByRole('button', { name: 'Снять с публикации' }).isDisabled()).toBe(true)
  await sheet.getByRole('radio', { name: 'Снять и закрыть доступ' }).click()
  await sheet.getByText('Сначала выберите причину').waitFor()
  expect(await sheet.getByRole('button', { name: 'Снять и закрыть доступ' }).isDisabled()).toBe(true)
  // In a wide window the form is a dialog in the middle, and the field for words to the person is whole.
  const form = await sheet.boundingBox()
  expect(Math.round((form?.x ?? 0) + (form?.width ?? 0) / 2)).toBe(640)
  expect(Math.round((form?.y ?? 0) + (form?.height ?? 0) / 2)).toBe(450)
  const bottomOf = async (one: Locator) => {
    const box = await one.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  const apply = await sheet.getByRole('button', { name: 'Снять и закрыть доступ' }).boundingBox()
  expect(await bottomOf(sheet.getByRole('textbox'))).toBeLessThan(apply?.y ?? 0)
  await sheet.getByRole('button', { name: 'Отмена' }).click()
  await sheet.waitFor({ state: 'detached' })
  // The badge would repeat the chosen filter.
  expect(await page.getByText('Опубликовано', { exact: true }).count()).toBe(0)

  await go('/admin-panel/reports')
  const words = page.getByText('Просит писать отзывы о товарах, которых не было')
  await words.waitFor()
  const decide = page.getByRole('link', { name: 'Разобрать' })
  // The button stands below the words, so that they have the whole width.
  const [text, button] = [await words.boundingBox(), await decide.boundingBox()]
  expect(button?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0))
  await decide.click()
  await page.getByRole('button', { name: /^Жалобы?\sневерн/ }).waitFor()
  // The section that leads here stays lit in the menu.
  const reportsLink = page.getByRole('navigation').getByRole('link', { name: 'Жалобы' })
  expect(await reportsLink.getAttribute('aria-current')).toBe('page')
  // Opening the form claims the report. The buttons do not wait for the answer to that, which is held back here.
  const claim = Promise.withResolvers<void>()
  await page.route('**/claim', async (route) => {
    await claim.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Жалобы?\sверн/ }).click()
  const consequences = page.getByRole('dialog', { name: 'Что сделать?' })
  await consequences.waitFor()
  expect(await page.locator('button[aria-busy]').count()).toBe(0)
  claim.resolve()
  await consequences.getByRole('button', { name: 'Отмена' }).click()

  // A mouse cannot scroll a row of chips, so every one of them is in sight.
  await go('/admin-panel/users')
  const lastChip = await page.getByRole('button', { name: 'Команда', exact: true }).boundingBox()
  expect((lastChip?.x ?? 0) + (lastChip?.width ?? 0)).toBeLessThan(1280)

  await go('/admin-panel/directories')
  expect(await page.getByRole('button', { name: /^Telegram-боты/ }).count()).toBe(0)
  await page.getByRole('searchbox').fill('telegram-боты')
  await page.getByRole('button', { name: /^Telegram-боты/ }).click()
  await page.getByRole('textbox', { name: 'Название по-русски' }).fill('Боты для Telegram')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByRole('searchbox').fill('')
  const group = page.getByRole('button', { name: /^Боты и\sавтоматизация/, expanded: false })
  await group.click()
  await page.getByRole('button', { name: /^Боты для Telegram/ }).waitFor()

  await go('/admin-panel/audit')
  const newestEntry = page.getByRole('list', { name: 'Журнал' }).getByRole('listitem').first()
  await newestEntry.getByRole('button', { name: /Категория переименована/ }).click()
  await newestEntry.getByText('По-русски: Боты для Telegram').waitFor()
  const subject = newestEntry.getByRole('link', { name: /^Категория \d+: Боты для Telegram$/ })
  expect(await subject.getAttribute('href')).toMatch(/\/admin-panel\/directories$/)
  expect(await page.getByText('Любой день').count()).toBe(2)
  await page.getByText('Контакты показаны').waitFor()
  await page.getByRole('searchbox').fill('Боты для Telegram')
  await expect.poll(() => page.getByText('Контакты показаны').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.close()
})

test('a price is set after a press in the bot, and the queues open by a ticket that works once', async () => {
  const { api } = showroom
  const bot = await openConfirmations(api)
  const admin = await login(api, { id: people.admin, first_name: 'Мария' })
  await bot.start(admin)
  const { page, go, complaints } = await showroom.open(people.admin, {
    ...({ theme: 'light', language: 'ru', width: 1280, height: 900 } as const),
  })
  await go('/admin-panel/directories')
  await page.getByRole('button', { name: 'Цены', exact: true }).click()
  await page.getByRole('button', { name: 'Новая цена' }).click()
  const form = page.getByRole('dialog', { name: 'Новая цена' })
  await form.getByRole('textbox', { name: 'Цена, ₽' }).fill('3100')
  await form.getByRole('button', { name: 'Установить цену' }).click()
  await page.getByText('Подтвердите в чате с ботом').waitFor()
  const { id } = await api.ctx.db
    .selectFrom('staff_confirmations')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const confirmation = await admin.call('GET /api/admin/confirmations/:id', { params: { id } })
  await bot.press(admin, await bot.promptOf(admin, confirmation))
  await form.waitFor({ state: 'detached' })
  await page.getByText('3 100 ₽').first().waitFor()

  await go('/admin-panel/payments')
  await page.getByText('Сначала новые').waitFor()
  await page.getByRole('columnheader', { name: 'За что' }).waitFor()
  await page.getByRole('link', { name: 'Разбор платежей' }).waitFor()
  const links = 'window.links = []; window.TelegramWebviewProxy.postEvent = (name, data) => name === '
  await page.evaluate(`${links}'web_app_open_link' && window.links.push(JSON.parse(data).url)`)
  await page.getByRole('button', { name: 'Открыть очереди задач' }).click()
  await expect.poll(() => page.evaluate('window.links.length')).toBe(1)
  const url = new URL((await page.evaluate<string[]>('window.links'))[0] ?? '')
  const openBoard = () =>
    api.server.inject({ url: url.pathname + url.search, headers: { accept: 'text/html' } })
  expect((await openBoard()).statusCode).toBe(200)
  expect((await openBoard()).statusCode).toBe(404)
  await page.getByRole('link', { name: 'Разбор платежей' }).click()
  await page.getByRole('heading', { name: 'Разбор платежей' }).waitFor()
  // The section that leads here stays lit in the menu.
  const section = page.getByRole('navigation').getByRole('link', { name: 'Платежи' })
  expect(await section.getAttribute('aria-current')).toBe('page')
  // Kinds of cases are offered only where there are cases to choose from.
  await page.getByRole('heading', { name: 'Разбирать нечего' }).waitFor()
  expect(await page.getByText('Любой вид').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.close()
})
