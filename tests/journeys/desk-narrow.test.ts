import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guideFile, peopleFile } from '#stand-ins/launcher/paths.ts'
import type { GuideStep, PersonInput } from '#stand-ins/telegram/state/types.ts'
import { type Rig, telegramWithBot } from '#tests/stand-ins/telegram/rig.ts'
import { openBrowser, photograph } from '#tests/support/screens/browser.ts'
import { openPhone, type Phone } from '#tests/support/screens/phone.ts'

const anna = 5000000000000011
const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
/** A text with a long URL that cannot be broken, and the labels of three buttons side by side. */
const longText = `Новый заказ: бот записи для барбершопа «Борода» https://example.org/${'a'.repeat(90)}`
const buttons = ['Одобрить и опубликовать', 'Отклонить с причиной', 'Открыть']

let rig: Rig
let channel: number
let browser: Browser
beforeAll(async () => {
  rig = await telegramWithBot({
    people: readJson<PersonInput[]>(peopleFile),
    guide: readJson<GuideStep[]>(guideFile),
    payments_origin: 'http://127.0.0.1:9',
  })
  await rig.post(`/users/${anna}/start`)
  const inline_keyboard = [buttons.map((text) => ({ text, callback_data: text.slice(0, 9) }))]
  await rig.api.sendMessage(anna, longText, { reply_markup: { inline_keyboard } })
  const { id } = await rig.post<{ id: number }>('/channels', {
    title: 'Заказы для дизайнеров',
    members: [anna],
  })
  channel = id
  const post = `<b>Редизайн мини-приложения для сети кофеен</b>\n\n${longText}\n\n#дизайн #удалённо`
  const url = 'https://t.me/otklik_test_bot?startapp=page_order___orderId_1'
  await rig.api.sendMessage(channel, post, {
    parse_mode: 'HTML',
    reply_markup: { inline_keyboard: [[{ text: 'Откликнуться', url }]] },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await rig?.telegram.close()
})

/** JavaScript that returns the rightmost pixel of the page and of each part that scrolls on its own. */
const widestRight = `Math.max(...[...document.querySelectorAll('html, body, .desk, .desk > *, .phone, .panel')]
  .filter((part) => part.checkVisibility())
  .flatMap((part) => [part.scrollWidth, part.getBoundingClientRect().right]))`

/** Opens each pane of the Telegram stand-in's page with all its parts expanded, and checks that the pane fits. */
async function openEachPane(
  { page, openChat, message }: Phone,
  checkPaneFits: (pane: string) => Promise<void>,
): Promise<void> {
  await page.getByTestId('chat-list').waitFor()
  await checkPaneFits('chats')
  await page.getByTestId('guide-strip').getByRole('button').first().click()
  await checkPaneFits('guide')
  await page.getByTestId('guide-strip').getByRole('button').first().click()
  await openChat(anna)
  await message('барбершопа').waitFor()
  await checkPaneFits('chat')
  await page.getByTestId('chat-back').click()
  await openChat(channel)
  await message('сети кофеен').getByText('#дизайн').waitFor()
  await checkPaneFits('channel')
  await page.getByTestId('pane-people').click()
  await page.getByTestId('client').scrollIntoViewIfNeeded()
  await checkPaneFits('people')
  await page.getByTestId('add-channel').click()
  await page.getByTestId('channel-create').scrollIntoViewIfNeeded()
  await checkPaneFits('channels')
  await page.getByTestId('pane-log').click()
  await page.getByTestId('faults-toggle').click()
  await page.getByTestId('pay-faults-toggle').click()
  await rig.api.sendMessage(anna, longText)
  await page.locator('.log-gist').first().waitFor()
  await checkPaneFits('log')
}

test.for([390, 360])('on a screen of %i px nothing of the desk is wider than the screen', async (width) => {
  const phone = await openPhone(browser, rig.telegram.origin, { person_id: anna, panels: 'narrow', width })
  await openEachPane(phone, async (pane) => {
    await photograph(phone.page, 'desk', `narrow-${width}-${pane}`)
    expect([pane, await phone.page.evaluate<number>(widestRight)]).toEqual([pane, width])
  })
  await phone.close()
})
