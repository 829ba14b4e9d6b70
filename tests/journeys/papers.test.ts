import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Phone, PhoneOptions } from '#tests/support/screens/phone.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { chooseRussianIfAsked, createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

/** Both sides of a finished order of the demo market. */
const shop = { id: 5000000000000012 }
const writer = { id: 5000000000000034 }

async function openPapers(
  person: { id: number },
  language: 'ru' | 'en',
  options: PhoneOptions,
): Promise<Phone> {
  const { id } = await setup.db
    .selectFrom('listings')
    .select('id')
    .where('title', 'like', '%120 товаров%')
    .executeTakeFirstOrThrow()
  await setup.db
    .updateTable('users')
    .set({ ui_language: language, is_language_chosen: true })
    .where('telegram_id', '=', person.id)
    .execute()
  const phone = await setup.phoneOf(person, {
    ...options,
    tme: `otklik_demo_bot?startapp=page_order_orderId_${id}`,
  })
  await phone.waitForApp()
  await chooseRussianIfAsked(phone, phone.app.getByRole('main'))
  await phone.app.getByRole('link', { name: /^(Акт, договор и чек|Act, contract and receipt)$/ }).click()
  return phone
}

async function textOfPdf(file: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(file)))
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}

test('both sides fill in their lines, the executor adds the receipt, and the client downloads the act', async () => {
  const takeScreenshot = createAlbum('papers')
  const client = await openPapers(shop, 'ru', { client: 'ios-16' })
  const { app } = client
  await app.getByLabel('Имя или название').fill('ООО «Лавка»')
  await app.getByLabel('ИНН').fill('7707083894')
  await app.getByRole('button', { name: 'Собрать акт и договор' }).click()
  await app.getByText('Такого ИНН не бывает').waitFor()
  await takeScreenshot(client, 'wrong-number')
  await app.getByLabel('ИНН').fill('7707083893')
  await app.getByLabel('Имя или название').fill('ООО «商店»')
  await app.getByText('В документах печатаем кириллицу и латиницу').waitFor()
  await app.getByLabel('Имя или название').fill('ООО «Лавка»')

  // Without a network nothing is lost, and the same press goes once the network is back.
  await client.page.context().setOffline(true)
  await app.getByRole('button', { name: 'Собрать акт и договор' }).click()
  await app.getByText('Нет связи. Проверьте интернет').waitFor()
  await takeScreenshot(client, 'offline')
  expect(await app.getByLabel('Имя или название').inputValue()).toBe('ООО «Лавка»')
  expect(await app.getByLabel('ИНН').inputValue()).toBe('7707083893')
  await client.page.context().setOffline(false)
  ignoreErrors(client, /ERR_INTERNET_DISCONNECTED/)
  await app.getByRole('button', { name: 'Собрать акт и договор' }).click()
  await app.getByText('Вторая сторона ещё не вписала свои данные').waitFor()
  await takeScreenshot(client, 'one-side')

  const executor = await openPapers(writer, 'ru', { client: 'ios-16' })
  await executor.app.getByText('Заполнено').waitFor()
  await executor.app.getByLabel('Имя или название').fill('Соколова Алина Игоревна')
  await executor.app.getByLabel('ИНН').fill('500100732259')
  await executor.app.getByRole('button', { name: 'Собрать акт и договор' }).click()
  const address = executor.app.getByLabel('Адрес чека')
  const show = executor.app.getByRole('button', { name: 'Показать заказчику' })
  await address.fill('nalog.gov.ru/check')
  await executor.app.getByText('Скопируйте адрес чека целиком').waitFor()
  expect(await show.isDisabled()).toBe(true)
  await address.fill('lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print')
  await executor.app.getByText('Адрес верный').waitFor()
  await takeScreenshot(executor, 'receipt')
  await show.click()
  await executor.app.getByRole('button', { name: 'Убрать чек' }).waitFor()

  await client.back()
  await app.getByRole('link', { name: 'Акт, договор и чек' }).click()
  await app.getByRole('button', { name: 'Открыть чек' }).waitFor()
  await takeScreenshot(client, 'both-sides')
  const nextDownload = client.page.waitForEvent('download')
  await app.getByRole('button', { name: 'Сохранить акт' }).click()
  await client.page.getByTestId('download-dialog').getByTestId('dialog-yes').click()
  const download = await nextDownload
  expect(download.suggestedFilename()).toMatch(/^Акт \d+\.pdf$/)
  const text = await textOfPdf(await download.path())
  for (const words of [
    'Заказчик ООО «Лавка», ИНН 7707083893, и Исполнитель Соколова Алина Игоревна, ИНН 500100732259,',
    'Описания 120 товаров для каталога',
    '36 000,00 ₽',
    'Тридцать шесть тысяч рублей 00 копеек.',
    'не юридическая консультация',
  ])
    expect(text).toContain(words)
})

test('in English the act is made too, and the bot sends it where the client cannot save', async () => {
  const takeScreenshot = createAlbum('papers-english')
  const phone = await openPapers(shop, 'en', { client: 'version-7', width: 320 })
  const { app } = phone
  await app
    .getByLabel('Name or company')
    .or(app.getByRole('button', { name: 'Correct my details' }))
    .waitFor()
  if (await app.getByRole('button', { name: 'Correct my details' }).isVisible())
    await app.getByRole('button', { name: 'Correct my details' }).click()
  await app.getByLabel('Name or company').fill('ООО «Лавка»')
  await app.getByRole('button', { name: 'Make the act and the contract' }).click()
  await app.getByText('not legal advice').waitFor()
  await takeScreenshot(phone, 'ready')
  await app.getByRole('button', { name: 'Save the act' }).click()
  await app.getByRole('status').getByText('Sent to your chat').waitFor()
  await phone.minimise()
  await phone.page
    .getByTestId('document')
    .filter({ hasText: /Акт \d+\.pdf/ })
    .last()
    .waitFor()
  await takeScreenshot(phone, 'in-the-chat')
})
