import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { frameOf, goTo, openAppAt } from './navigation.ts'
import { setUpJourneys } from './setup.ts'
import { createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true, roles: ['telegram', 'api'] })

const rowOf = (telegram_id: number) =>
  setup.db.selectFrom('users').selectAll().where('telegram_id', '=', telegram_id).executeTakeFirstOrThrow()

test('a person chooses what the bot tells and when', async () => {
  const id = 5000000000000032
  const takeScreenshot = createAlbum('notifications')
  const phone = await openAppAt(setup, { id }, '/profile/notifications')
  const { app, page } = phone
  await app.getByRole('switch', { name: /Оплата и модерация.*принятых\sправках/ }).waitFor()
  await app.getByText(/оплата\sи\sотказы\sмодератора\sприходят\sвсегда/).waitFor()
  const important = app.getByRole('radio', { name: /^Только важное/ })
  await important.click()
  await expect.poll(async () => (await rowOf(id)).is_notify_hot_orders).toBe(false)
  expect((await rowOf(id)).muted_kinds).toEqual(['digest'])
  expect(await app.getByRole('switch', { checked: true }).count()).toBe(5)
  await takeScreenshot(phone, 'important')
  await app.getByRole('radio', { name: /^Всё/ }).click()
  await expect.poll(() => rowOf(id)).toMatchObject({ is_notify_hot_orders: true, muted_kinds: [] })
  await app.getByRole('switch', { name: 'Новые заказы' }).click()
  await app.getByRole('radio', { name: /^Свой набор/, checked: true }).waitFor()
  // The first change is answered only after the others were made, and the last one still wins.
  const laterChanges = Promise.withResolvers<void>()
  const slowAnswer = Promise.withResolvers<void>()
  const isSettings = (url: URL) => url.pathname.endsWith('/notification_settings')
  await page.route(
    isSettings,
    async (route) => {
      await laterChanges.promise
      await route.fulfill({ response: await route.fetch() })
      slowAnswer.resolve()
    },
    { times: 1 },
  )
  await app.getByRole('switch', { name: /Тихие часы.*22:00–08:00/ }).click()
  await takeScreenshot(phone, 'one-by-one')
  await app.getByLabel('До', { exact: true }).fill('07:30')
  await app.getByRole('switch', { name: 'Подборка за день' }).click()
  laterChanges.resolve()
  await slowAnswer.promise
  await expect
    .poll(() => rowOf(id))
    .toMatchObject({
      is_notify_new_order: false,
      muted_kinds: ['digest'],
      quiet_from: 22 * 60,
      quiet_to: 7 * 60 + 30,
      time_zone: 'Europe/Moscow',
    })
})

test('a kind that a message muted stands in its line and is turned on again alone', async () => {
  const id = 5000000000000033
  const muted_kinds = ['invitation', 'listing_expired'] as const
  const phone = await openAppAt(setup, { id }, '/profile')
  await setup.db
    .updateTable('users')
    .set({ muted_kinds: [...muted_kinds] })
    .where('telegram_id', '=', id)
    .execute()
  await goTo(phone, '/profile/notifications')
  const { app } = phone
  const ownResponses = app.getByRole('switch', { name: 'Новости по моим откликам' })
  await app.getByText('Не присылаем: Вас приглашают').waitFor()
  expect(await ownResponses.isChecked()).toBe(true)
  await createAlbum('notifications')(phone, 'muted-by-message')
  await app.getByRole('button', { name: 'Вернуть' }).first().click()
  await app.getByText('Не присылаем: Вас приглашают').waitFor({ state: 'detached' })
  await expect.poll(async () => (await rowOf(id)).muted_kinds).toEqual(['listing_expired'])
})

test('a person takes their data along and leaves', async () => {
  const id = 5000000000000034
  const phone = await openAppAt(setup, { id }, '/profile/privacy')
  const { app, page } = phone
  const { full_name, id: ownId } = await rowOf(id)
  const download = page.waitForEvent('download')
  await app.getByRole('button', { name: 'Скачать мои данные' }).click()
  await page.getByTestId('download-dialog').getByTestId('dialog-yes').click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8')).tables.users).toMatchObject([{ full_name }])

  await app.getByRole('button', { name: 'Удалить профиль' }).click()
  await app.getByRole('alertdialog').getByRole('button', { name: 'Удалить профиль' }).click()
  const deletedDialog = app.getByRole('alertdialog', { name: 'Профиль удалён' })
  await deletedDialog.getByRole('button', { name: 'Закрыть' }).click()
  await page.getByTestId('app-frame').waitFor({ state: 'detached' })
  const { status } = await setup.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', ownId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('deleted')
})

test('a closed native popup drops the token, and nobody notices', async () => {
  // Uses a simulated client that receives events by postMessage, so that the test can send such an event itself.
  const phone = await openAppAt(setup, { id: 5000000000000012 }, '/listings', { client: 'ios' })
  const { app, page } = phone
  await app.getByRole('article').first().waitFor()
  const frame = await frameOf(phone)
  const readStored = () =>
    frame.evaluate<string[]>('Object.keys(sessionStorage).filter((key) => /session/.test(key))')
  expect(await readStored()).not.toEqual([])
  const event = JSON.stringify({ eventType: 'popup_closed', eventData: {} })
  await page
    .getByTestId('app-frame')
    .evaluate((element: { contentWindow: { postMessage(text: string, to: string): void } }, text) => {
      element.contentWindow.postMessage(text, '*')
    }, event)
  await expect.poll(readStored).toEqual([])
  const login = page.waitForRequest('**/auth/login')
  await goTo(phone, '/profile/notifications')
  await login
  await app.getByRole('switch', { name: 'Тихие часы' }).waitFor()
  expect(await app.getByRole('alertdialog').count()).toBe(0)
})
