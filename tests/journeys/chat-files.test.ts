import type { Locator, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdf, photo } from '#tests/api/files/uploads-corpus.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { setUpJourneys } from './setup.ts'
import { chooseRussianIfAsked, createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

const client = { id: 5000000000000011, name: 'Анна Лебедева' }
const worker = { id: 5000000000000033, name: 'Тимур Галиев' }
const uploadPath = '**/api/files/upload'

async function openRoom(person: { id: number }, partner: { name: string }): Promise<Phone> {
  const phone = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_chat' })
  await phone.waitForApp()
  await chooseRussianIfAsked(phone, phone.app.getByRole('heading', { name: 'Чаты' }))
  await phone.app.getByRole('link', { name: partner.name }).click()
  await field(phone).waitFor()
  return phone
}

const field = ({ app }: Phone) => app.getByRole('textbox', { name: 'Сообщение' })
const sendMessage = ({ app }: Phone) => app.getByRole('button', { name: 'Отправить', exact: true }).click()
const attachFiles = ({ app }: Phone, files: Parameters<Locator['setInputFiles']>[0]) =>
  app.locator('footer input[type=file]').setInputFiles(files)
const messageFiles = ({ app }: Phone) => app.getByRole('list', { name: 'Файлы сообщения' })
const log = ({ app }: Phone) => app.getByRole('log')
const messageBubble = (phone: Phone, text: string) =>
  log(phone).getByRole('listitem').filter({ hasText: text })
const lastMessage = (phone: Phone) => log(phone).getByRole('listitem').last()

const picture = async (name: string, width = 1200, height = 900) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(width, height).jpeg().toBuffer(),
})
const contract = { name: 'Договор.pdf', mimeType: 'application/pdf', buffer: pdf }

/** Intercepts each upload during `run`, and ignores console errors about failed uploads. */
async function interceptUploads(
  phone: Phone,
  handleRoute: (route: Route) => Promise<void>,
  run: () => Promise<void>,
) {
  await phone.page.route(uploadPath, handleRoute)
  await run()
  await phone.page.unroute(uploadPath)
  const otherComplaints = phone.complaints.filter((line) => !/files\/upload|ERR_FAILED/.test(line))
  phone.complaints.splice(0, phone.complaints.length, ...otherComplaints)
}

test('files without words: chosen, refused, taken out, sent, opened by the other side, quoted', async () => {
  const takeScreenshot = createAlbum('chat-files')
  const anna = await openRoom(client, worker)
  const timur = await openRoom(worker, client)
  const video = { name: 'Показ.mov', mimeType: 'video/quicktime', buffer: Buffer.from('moov') }
  await attachFiles(anna, [await picture('Зал.jpg'), await picture('Стойка.jpg', 900, 1200), contract, video])
  await messageFiles(anna).getByText('Показ.mov').waitFor()
  await messageFiles(anna).getByRole('alert').getByText('Формат MOV не подходит. Подойдут JPG,').waitFor()
  const rows = await messageFiles(anna).getByRole('listitem').all()
  const [first, second] = await Promise.all(rows.map((row) => row.boundingBox()))
  expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBe(8)
  await takeScreenshot(anna, 'chosen')
  await sendMessage(anna)
  await anna.app.getByText('Уберите файл, который нельзя отправить').waitFor()
  await anna.app.getByRole('button', { name: 'Убрать файл: Показ.mov' }).click()
  await anna.app.getByRole('button', { name: /^(Убрать файл|Отменить загрузку): Зал.jpg$/ }).click()
  await attachFiles(anna, [await picture('Меню.jpg')])
  await sendMessage(anna)
  await expect.poll(() => messageFiles(anna).count()).toBe(0)

  const photoButton = timur.app.getByRole('button', { name: 'Открыть фото: Стойка.jpg' })
  await photoButton.waitFor()
  await timur.app.getByRole('button', { name: 'Открыть фото: Меню.jpg' }).waitFor()
  expect(await log(timur).getByText('Зал.jpg').count()).toBe(0)
  await lastMessage(anna).getByLabel('Прочитано').waitFor()
  await takeScreenshot(timur, 'received')
  await photoButton.click()
  const viewer = timur.app.getByRole('dialog', { name: 'Стойка.jpg' })
  const openedPhoto = viewer.getByRole('img', { name: 'Стойка.jpg' })
  await expect
    .poll(() => openedPhoto.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(900)
  await takeScreenshot(timur, 'large')
  await viewer.getByRole('button', { name: 'Следующее фото' }).click()
  await timur.app.getByRole('dialog', { name: 'Меню.jpg' }).waitFor()
  await timur.app.getByRole('button', { name: 'Закрыть' }).click()
  await viewer.waitFor({ state: 'detached' })

  await lastMessage(timur)
    .getByRole('button', { name: /^Действия/ })
    .click()
  await timur.app.getByRole('button', { name: 'Ответить' }).click()
  await timur.app.getByRole('button', { name: 'Убрать цитату' }).waitFor()
  await timur.app.getByRole('dialog').waitFor({ state: 'detached' })
  await attachFiles(timur, [await picture('Правка.jpg', 600, 600)])
  await field(timur).fill('Вот так лучше')
  await takeScreenshot(timur, 'answering')
  await sendMessage(timur)
  await messageBubble(anna, 'Вот так лучше').getByText('Файл: Стойка.jpg').waitFor()
  await messageBubble(anna, 'Вот так лучше')
    .getByRole('button', { name: 'Открыть фото: Правка.jpg' })
    .waitFor()
  await takeScreenshot(anna, 'answered')

  const { files, messages } = await readWritten('Вот так лучше')
  expect([files, messages]).toEqual([1, 1])
})

async function readWritten(content: string) {
  const rows = await setup.db
    .selectFrom('chat_messages as message')
    .leftJoin('files as file', 'file.message_id', 'message.id')
    .select(['message.id', 'file.id as file_id'])
    .where('message.content', '=', content)
    .execute()
  const countDistinct = (key: 'id' | 'file_id') =>
    new Set(rows.map((row) => row[key]).filter((id) => id !== null)).size
  return { messages: countDistinct('id'), files: countDistinct('file_id') }
}

test('a file that does not go turns red with the reason, later words go on; again it goes, once', async () => {
  const takeScreenshot = createAlbum('chat-files-failed')
  const anna = await openRoom(client, worker)
  await interceptUploads(
    anna,
    (route) => route.abort(),
    async () => {
      await attachFiles(anna, [contract])
      await messageFiles(anna).getByText('Нет связи').waitFor()
      await field(anna).fill('Договор здесь')
      await sendMessage(anna)
      await messageBubble(anna, 'Договор здесь').getByText('Нет связи').waitFor()
      await field(anna).fill('Сейчас дойдёт')
      await sendMessage(anna)
      await messageBubble(anna, 'Сейчас дойдёт').getByLabel('Отправлено', { exact: true }).waitFor()
      await takeScreenshot(anna, 'failed')
    },
  )
  await messageBubble(anna, 'Договор здесь')
    .getByRole('button', { name: 'Повторить загрузку: Договор.pdf' })
    .click()
  await messageBubble(anna, 'Договор здесь').getByLabel('Отправлено', { exact: true }).waitFor()
  expect(await readWritten('Договор здесь')).toEqual({ messages: 1, files: 1 })
})

test('what is on its way shows how far it is and can be called off; the words go alone', async () => {
  const takeScreenshot = createAlbum('chat-files-sending')
  const anna = await openRoom(client, worker)
  await interceptUploads(
    anna,
    () => new Promise(() => {}),
    async () => {
      await attachFiles(anna, [await picture('Эскиз.jpg')])
      await field(anna).fill('Эскиз пришлю позже')
      await sendMessage(anna)
      await messageBubble(anna, 'Эскиз пришлю позже').getByRole('progressbar').waitFor()
      await takeScreenshot(anna, 'sending')
      await anna.app.getByRole('button', { name: 'Отменить загрузку: Эскиз.jpg' }).click()
      await messageBubble(anna, 'Эскиз пришлю позже').getByLabel('Отправлено', { exact: true }).waitFor()
    },
  )
  expect(await readWritten('Эскиз пришлю позже')).toEqual({ messages: 1, files: 0 })
})

test('without a network it waits and goes by itself; chosen files stay when the room is left', async () => {
  const anna = await openRoom(client, worker)
  await attachFiles(anna, [contract])
  await messageFiles(anna).getByText('Договор.pdf').waitFor()
  await anna.back()
  await anna.app.getByRole('link', { name: worker.name }).click()
  await messageFiles(anna).getByText('Договор.pdf').waitFor()

  await anna.page.context().setOffline(true)
  await anna.app.getByText('Открытое раньше можно читать').waitFor()
  await attachFiles(anna, [await picture('Вывеска.jpg')])
  await field(anna).fill('Вывеска и договор')
  await sendMessage(anna)
  await messageBubble(anna, 'Вывеска и договор').getByText('Нет связи').waitFor()
  await anna.page.context().setOffline(false)
  await messageBubble(anna, 'Вывеска и договор').getByLabel('Отправлено', { exact: true }).waitFor()
  expect(await readWritten('Вывеска и договор')).toEqual({ messages: 1, files: 2 })
  const otherComplaints = anna.complaints.filter(
    (line) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/.test(line),
  )
  anna.complaints.splice(0, anna.complaints.length, ...otherComplaints)
})

test('an address that is over is asked for again by the press', async () => {
  const anna = await openRoom(client, worker)
  await attachFiles(anna, [{ ...contract, name: 'Смета.pdf' }])
  await sendMessage(anna)
  await log(anna).getByText('Смета.pdf').waitFor()
  await lastMessage(anna).getByLabel('Отправлено', { exact: true }).waitFor()
  await anna.page.clock.setFixedTime(Date.now() + 6 * 60_000)
  const [downloadRequest] = await Promise.all([
    anna.page.waitForRequest(/\/chat\/room_msgs\//),
    log(anna).getByText('Смета.pdf').last().click(),
  ])
  expect(downloadRequest.method()).toBe('GET')
  const downloadDialog = anna.page.getByTestId('download-dialog')
  const isSent = anna.app.getByText('Отправили в чат с ботом')
  await expect.poll(async () => (await downloadDialog.isVisible()) || (await isSent.isVisible())).toBe(true)
  if (await downloadDialog.isVisible()) {
    const download = anna.page.waitForEvent('download')
    await downloadDialog.getByTestId('dialog-yes').click()
    expect((await download).suggestedFilename()).toBe('Смета.pdf')
  } else {
    await anna.minimise()
    await anna.message('Смета.pdf').waitFor()
  }
})
