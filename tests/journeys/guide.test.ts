import { expect, test } from 'vitest'
import { photograph } from '#tests/support/screens/browser.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { setUpJourneys } from './setup.ts'
import {
  approveOrder,
  chooseCategory,
  chooseRussian,
  fillResponse,
  moderatorsChat,
  openFromMessage,
  openPayment,
  payInBrowser,
  saveOrder,
  sendResponse,
} from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

const people = { anna: 5000000000000011, maria: 5000000000000001, boris: 5000000000000031 }
const title = 'Каталог кофейных зёрен'

/** The title of the guide's current step. */
const currentStep = ({ page }: Phone) => page.getByTestId('guide').locator('.guide-current b')

async function openBot({ page, press, waitForApp }: Phone, id: number): Promise<void> {
  await page.getByTestId(`chat-${id}`).click()
  await page.getByTestId('start').click()
  await press('Откройте приложение', 'Открыть')
  await waitForApp()
}

test('a newcomer is led from the first order to a response, step by step, on one phone', async () => {
  // Resets the guide, because a second try of the test must also begin at the first step.
  await fetch(`${setup.world.origin}/__desk/api/guide`, { method: 'DELETE' })
  const phone = await setup.phoneOf({ id: undefined }, { panels: true })
  const { page, app } = phone
  const countDone = () => page.getByTestId('guide').locator('.guide-done').count()
  await page.getByTestId(`person-${people.anna}`).and(page.locator('.person-chosen')).waitFor()
  await currentStep(phone).getByText('Напишите заказ').waitFor()
  expect(await page.getByTestId('guide-take').count()).toBe(0)

  await openBot(phone, people.anna)
  await chooseRussian(phone)
  await app.getByRole('link', { name: 'Создать заказ', exact: true }).click()
  await app.getByRole('heading', { name: 'Новый заказ' }).waitFor()
  await app.getByRole('textbox', { name: 'Название' }).fill(title)
  await app
    .getByRole('textbox', { name: 'Описание' })
    .fill('Сверстать каталог по готовому макету, пять экранов.')
  await chooseCategory(phone, 'Вёрстка и фронтенд')
  await app.getByRole('textbox', { name: 'Бюджет' }).fill('30 000')
  expect(await countDone()).toBe(0)
  await saveOrder(phone)
  await currentStep(phone).getByText('Оплатите его').waitFor()
  await openPayment(phone)
  expect(await countDone()).toBe(1)
  await payInBrowser(phone)
  await currentStep(phone).getByText('Одобрите как модератор').waitFor()
  await phone.waitForApp()
  await photograph(page, 'desk', 'guide')

  await page.getByTestId('guide-take').click()
  await phone.openChat(moderatorsChat)
  await approveOrder(phone, title)
  await currentStep(phone).getByText('Откройте заказ как исполнитель').waitFor()

  await page.getByTestId('guide-take').click()
  await phone.openChat(people.boris)
  await openFromMessage(phone, `Новый заказ: ${title}`, 'Открыть заказ')
  await chooseRussian(phone)
  await currentStep(phone).getByText('Отправьте отклик').waitFor()
  await app.getByRole('button', { name: 'Откликнуться' }).click()
  await fillResponse(phone, { text: 'Сверстаю за неделю, вот похожее.', price: '28 000', currency: 'RUB' })
  await sendResponse(phone)
  await page.getByText('Заказ прошёл весь путь').waitFor()
  expect(await countDone()).toBe(5)
})

test('on a narrow screen the desk is the phone, and the rest is a tap away', async () => {
  const phone = await setup.phoneOf({ id: undefined }, { panels: 'narrow' })
  const { page } = phone
  const isWithin = async () =>
    expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBe(390)
  await page.getByTestId('chat-list').waitFor()
  await isWithin()
  await page.getByTestId('guide-strip').getByRole('button').first().click()
  await photograph(page, 'desk', 'narrow-guide')
  await page.getByTestId('guide-strip').getByRole('button').first().click()
  await page.getByTestId('pane-people').click()
  await page.getByTestId(`person-${people.boris}`).waitFor()
  await isWithin()
  await photograph(page, 'desk', 'narrow-people')
  await page.getByTestId('pane-log').click()
  await page.getByTestId('pay-faults-toggle').click()
  await isWithin()
  await photograph(page, 'desk', 'narrow-log')
  await page.getByTestId('pane-people').click()
  await page.getByTestId(`person-${people.boris}`).click()
  await page.getByTestId(`chat-${people.boris}`).waitFor()
})

test('a payment fails as the panel has planned it', async () => {
  const phone = await setup.phoneOf({ id: people.anna }, { panels: true })
  const { page } = phone
  const plannedFault = page.getByTestId('pay-fault')
  await page.getByTestId('pay-faults-toggle').click()
  await page.getByTestId('pay-fault-kind').selectOption({ label: 'Вызов об оплате не приходит' })
  await page.getByTestId('pay-fault-add').click()
  await page.getByTestId('pay-fault-kind').selectOption({ label: 'Касса закрыта' })
  await page.getByTestId('pay-fault-times').selectOption('3')
  await page.getByTestId('pay-fault-add').click()
  await expect
    .poll(() => plannedFault.allTextContents())
    .toEqual(['Вызов об оплате не приходит · 1', 'Касса закрыта · 3'])
  await plannedFault.last().getByRole('button').click()
  await expect.poll(() => plannedFault.count()).toBe(1)
  expect(await setup.world.robokassa.post('/_control', {})).toMatchObject({
    faults: [{ kind: 'drop', times: 1 }],
  })
})
