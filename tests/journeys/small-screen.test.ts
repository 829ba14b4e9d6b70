import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { frameOf, goTo, pathOf } from './navigation.ts'
import { newFreelancer, newPerson, type Person } from './people.ts'
import { setUpJourneys } from './setup.ts'
import { approveOrder, createAlbum, moderator, moderatorsChat } from './steps.ts'

const setup = setUpJourneys()
const category = { id: 201, name: 'Telegram bots' }

/** Opens a simulated phone of the smallest supported width, with text enlarged to 130 %. */
async function smallPhone({ id }: Person, theme: 'pink' | 'green'): Promise<Phone> {
  const phone = await setup.phoneOf({ id }, { theme, width: 320, text: 1.3 })
  await phone.openChat(id)
  return phone
}

const overflowScript = 'document.documentElement.scrollWidth - innerWidth'
const freeBesideTabScript =
  "innerWidth - document.querySelector('nav [aria-current]:last-child').getBoundingClientRect().right"

test('in English, on the narrowest telephone with large letters, an order is paid for, answered and given away', async () => {
  const takePhotograph = createAlbum('small-screen')
  const takeScreenshot = async (phone: Phone, step: string) => {
    await takePhotograph(phone, step)
    expect([step, await (await frameOf(phone)).evaluate(overflowScript)]).toEqual([step, 0])
  }
  const title = 'A bot that books a table'
  const emma = await smallPhone(await newPerson(setup.world, 'Emma', 'Clark', 'en'), 'pink')
  await emma.page.getByTestId('start').click()
  await emma.press('Open the app', 'Open')
  await emma.waitForApp()
  const { app } = emma
  await app.getByRole('radio', { name: 'English' }).and(app.locator(':checked')).waitFor()
  await takeScreenshot(emma, 'language')
  await app.getByRole('button', { name: 'Continue' }).click()
  await app.getByRole('heading', { name: 'What brings you here?' }).waitFor()
  await takeScreenshot(emma, 'what-for')
  await app.getByRole('button', { name: 'I’m hiring' }).click()
  await app.getByRole('link', { name: 'Create an order' }).click()
  await app.getByRole('textbox', { name: 'Title' }).fill(title)
  await app.getByRole('textbox', { name: 'Description' }).fill('A guest chooses the day and the table.')
  await app.getByRole('button', { name: 'Category' }).click()
  const categories = app.getByRole('dialog', { name: 'Category' })
  await categories.getByRole('searchbox').fill(category.name)
  await takeScreenshot(emma, 'category')
  await categories.getByRole('button', { name: category.name }).click()
  await categories.waitFor({ state: 'detached' })
  await app.getByRole('textbox', { name: 'Budget' }).fill('45 000')
  await takeScreenshot(emma, 'form')
  await app.getByRole('button', { name: /^Pay ·/ }).click()
  await app.getByRole('heading', { name: 'Order saved' }).waitFor()
  await takeScreenshot(emma, 'saved')
  await app.getByRole('button', { name: /Pay ·/ }).click()
  await emma.outside.getByRole('button', { name: /^(Оплатить|Pay) \D?\d/ }).click()
  await app.getByRole('heading', { name: 'We’re reviewing it' }).waitFor()
  await takeScreenshot(emma, 'paid')
  await emma.minimise()

  const worker = await newFreelancer(setup.world, 'Daniel', 'Novak', category.id, 'en')
  const maria = await setup.phoneOf(moderator)
  await maria.openChat(moderatorsChat)
  await approveOrder(maria, title)

  const daniel = await smallPhone(worker, 'green')
  await daniel.press(`New order: ${title}`, 'Open the order')
  await daniel.waitForApp()
  await daniel.app.getByRole('button', { name: 'Continue' }).click()
  await daniel.app.getByRole('heading', { name: title }).waitFor()
  await takeScreenshot(daniel, 'order')
  await daniel.app.getByRole('button', { name: 'Respond' }).click()
  await daniel.app.getByRole('alertdialog', { name: 'Get verified' }).waitFor()
  await takeScreenshot(daniel, 'phone')
  await daniel.app.getByRole('button', { name: 'Verify now' }).click()
  await daniel.page.getByTestId('phone-dialog').getByTestId('dialog-yes').click()
  const form = daniel.app.getByRole('dialog', { name: 'Respond to the order' })
  await form.getByRole('textbox', { name: 'Message to the client' }).fill('I have made one like it.')
  await form.getByRole('radio', { name: '₽' }).click()
  await form.getByRole('textbox', { name: 'Your price' }).fill('42 000')
  await takeScreenshot(daniel, 'response')
  await form.getByRole('button', { name: 'Respond', exact: true }).click()
  const sentDialog = daniel.app.getByRole('alertdialog', { name: 'Response sent' })
  await sentDialog.waitFor()
  await takeScreenshot(daniel, 'response-sent')
  await sentDialog.getByRole('button', { name: 'My responses' }).click()
  await daniel.app.getByRole('link', { name: title }).click()
  await daniel.app.getByRole('heading', { name: 'Your response' }).waitFor()
  await takeScreenshot(daniel, 'own-response')
  // The current tab stands whole in the row, also when its count has made it wider.
  const ownResponse = await pathOf(daniel)
  await goTo(daniel, '/search/freelancer?query=Daniel')
  await daniel.app.getByRole('link', { name: /^Freelancers \d/ }).waitFor()
  await expect
    .poll(async () => (await frameOf(daniel)).evaluate<number>(freeBesideTabScript))
    .toBeGreaterThanOrEqual(11)
  await takeScreenshot(daniel, 'freelancers-found')
  await goTo(daniel, ownResponse)

  await emma.press(`New response to the order “${title}”`, 'See the response')
  await emma.waitForApp()
  await app.getByRole('heading', { name: 'Daniel Novak' }).waitFor()
  await takeScreenshot(emma, 'responses')
  await app.getByRole('button', { name: 'Choose', exact: true }).click()
  const chooseQuestion = app.getByRole('alertdialog', { name: 'Choose this freelancer?' })
  await chooseQuestion.waitFor()
  await takeScreenshot(emma, 'choosing')
  await chooseQuestion.getByRole('button', { name: 'Choose' }).click()
  await app.getByText('Freelancer chosen').waitFor()
  await emma.page.getByTestId('app-back').click()
  await daniel.page.getByTestId('app-menu').click()
  await daniel.page.getByTestId('app-reload').click()
  await daniel.waitForApp()
  for (const phone of [emma, daniel])
    await phone.app.getByRole('region', { name: 'Deal' }).getByText('₽42,000').waitFor()
  await takeScreenshot(emma, 'deal-of-the-client')
  await daniel.app.getByRole('button', { name: 'Hand in the work' }).waitFor()
  await takeScreenshot(daniel, 'deal-of-the-freelancer')
})
