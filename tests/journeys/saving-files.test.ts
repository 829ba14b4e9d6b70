import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pdf, photo } from '#tests/api/files/uploads-corpus.ts'
import type { Phone, PhoneOptions } from '#tests/support/screens/phone.ts'
import { setUpJourneys } from './setup.ts'
import { chooseRussianIfAsked, createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

const client = { id: 5000000000000011, name: 'Анна Лебедева' }
const worker = { id: 5000000000000033, name: 'Тимур Галиев' }
const name = 'Договор №7.pdf'

async function openPage(person: { id: number }, page: string, options: PhoneOptions = {}): Promise<Phone> {
  const phone = await setup.phoneOf(person, { ...options, tme: `otklik_demo_bot?startapp=page_${page}` })
  await phone.waitForApp()
  await chooseRussianIfAsked(phone, phone.app.getByRole('main'))
  return phone
}

async function openRoom(person: { id: number }, partner: { name: string }, options?: PhoneOptions) {
  const phone = await openPage(person, 'chat', options)
  await phone.app.getByRole('link', { name: partner.name }).click()
  await phone.app.getByRole('textbox', { name: 'Сообщение' }).waitFor()
  return phone
}

/** Sends a file and a photo to the chat as the other person. */
async function sendContract(): Promise<void> {
  const anna = await openRoom(client, worker)
  const document = { name, mimeType: 'application/pdf', buffer: pdf }
  const picture = {
    name: 'Зал.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(900, 1200).jpeg().toBuffer(),
  }
  await anna.app.locator('footer input[type=file]').setInputFiles([document, picture])
  await anna.app.getByRole('button', { name: 'Отправить', exact: true }).click()
  await anna.app.getByRole('log').getByText(name).first().waitFor()
}
const contract = ({ app }: Phone) => app.getByRole('log').getByRole('link', { name }).last()
const dialog = ({ page }: Phone) => page.getByTestId('download-dialog')
const document = ({ page }: Phone) => page.getByTestId('document').filter({ hasText: name })
const waitForStatus = ({ app }: Phone, text: string) => app.getByRole('status').getByText(text).waitFor()

test('Telegram downloads a file by its address alone, under its own name, when the person agrees', async () => {
  const takeScreenshot = createAlbum('saving-files')
  await sendContract()
  const timur = await openRoom(worker, client, { client: 'ios-16' })
  const nextDownload = timur.page.waitForEvent('download')
  await contract(timur).click()
  await dialog(timur).getByText(name).waitFor()
  await dialog(timur).getByTestId('dialog-yes').click()
  const download = await nextDownload
  expect(download.suggestedFilename()).toBe(name)
  expect(await readFile(await download.path())).toEqual(pdf)
  await waitForStatus(timur, 'Скачивается')
  await takeScreenshot(timur, 'downloading')
  await timur.app.getByRole('status').getByRole('button').click()

  // After the download was cancelled, the person can have the file sent to the bot's chat instead.
  await contract(timur).click()
  await dialog(timur).getByTestId('dialog-no').click()
  await waitForStatus(timur, 'Вы отменили')
  await takeScreenshot(timur, 'cancelled')
  await timur.app.getByRole('button', { name: 'Прислать в чат' }).click()
  await waitForStatus(timur, 'Отправили в чат с ботом')
  await takeScreenshot(timur, 'sent')
  await timur.app.getByRole('status').getByRole('button').click()

  // The message "You cancelled" appears above an enlarged photo too.
  await timur.app.getByRole('button', { name: 'Открыть фото: Зал.jpg' }).last().click()
  const viewer = timur.app.getByRole('dialog', { name: 'Зал.jpg' })
  await viewer.getByRole('link', { name: 'Скачать' }).click()
  await dialog(timur).getByTestId('dialog-no').click()
  await waitForStatus(timur, 'Вы отменили')
  await takeScreenshot(timur, 'over-a-picture')
  await timur.app.getByText('Прислать в чат').click()
  await waitForStatus(timur, 'Отправили в чат с ботом')

  await timur.minimise()
  await document(timur).last().waitFor()
  await takeScreenshot(timur, 'in-the-chat')
})

test('a client that cannot download gets the file from the bot, and one whose bot may not write is told how', async () => {
  const takeScreenshot = createAlbum('saving-files-old')
  await sendContract()
  const timur = await openRoom(worker, client, { client: 'version-7', width: 320 })
  await contract(timur).click()
  await waitForStatus(timur, 'Отправили в чат с ботом')
  await takeScreenshot(timur, 'sent')
  await timur.app.getByRole('status').getByRole('button').click()
  await timur.minimise()
  await document(timur).last().waitFor()

  await setup.db.updateTable('users').set({ can_write: false }).where('telegram_id', '=', worker.id).execute()
  await timur.page.getByTestId('app-restore').click()
  await contract(timur).click()
  await waitForStatus(timur, 'Отправили в чат с ботом')

  const oldClientPhone = await openRoom(client, worker, { client: 'old' })
  await setup.db.updateTable('users').set({ can_write: false }).where('telegram_id', '=', client.id).execute()
  await contract(oldClientPhone).click()
  await waitForStatus(oldClientPhone, 'Бот не может вам написать')
  await takeScreenshot(oldClientPhone, 'unreachable')

  // Removes the browser's log lines about each refused request, which are expected.
  for (const { complaints } of [timur, oldClientPhone]) {
    const otherComplaints = complaints.filter((line) => !/files\/send|409/.test(line))
    complaints.splice(0, complaints.length, ...otherComplaints)
  }
})

test('a client that never answers leaves a way, and no link or blob is left to the WebView', async () => {
  const takeScreenshot = createAlbum('saving-files-mute')
  await sendContract()
  const timur = await openRoom(worker, client, { client: 'mute' })
  await contract(timur).click()
  await dialog(timur).getByTestId('dialog-no').click()
  await timur.app.getByText('Telegram не ответил').waitFor({ timeout: 30_000 })
  await takeScreenshot(timur, 'unanswered')
  await timur.app.getByRole('button', { name: 'Прислать в чат' }).click()
  await waitForStatus(timur, 'Отправили в чат с ботом')
})

test('the copy of one’s data is saved as any file', async () => {
  const timur = await openPage(worker, 'profile', { client: 'ios-16' })
  await timur.app.getByRole('link', { name: 'Данные и приватность' }).click()
  const nextDownload = timur.page.waitForEvent('download')
  await timur.app.getByRole('button', { name: /Скачать мои данные/ }).click()
  await dialog(timur).getByTestId('dialog-yes').click()
  const download = await nextDownload
  expect(download.suggestedFilename()).toMatch(/^otklik-\d{4}-\d\d-\d\d\.json$/)
  const { tables } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(tables.users).toHaveLength(1)
})
