import type { Frame } from 'playwright-core'
import type { Phone } from '#tests/support/desk.ts'
import type { Stage } from './stage.ts'
import { chooseRussian } from './steps.ts'

export async function frameOf({ page }: Phone): Promise<Frame> {
  const frame = await (await page.getByTestId('app-frame').elementHandle())?.contentFrame()
  if (!frame) throw new Error('the mini-app is not open')
  return frame
}

/** Goes to a screen as a link inside the app does. */
export async function go(phone: Phone, path: string): Promise<void> {
  const state = JSON.stringify({ idx: 1, key: path })
  const frame = await frameOf(phone)
  await frame.evaluate(`history.pushState(${state}, '', '${path}'); dispatchEvent(new Event('popstate'))`)
}

/** A person's telephone with the mini-app on one of its screens. */
export async function openAt(
  stage: Stage,
  person: { id: number },
  path: string,
  look: { motion?: boolean } = {},
): Promise<Phone> {
  const phone = await stage.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_search-personal', ...look })
  await phone.appStarted()
  const question = phone.app.getByRole('heading', { name: 'Выберите язык' })
  await question
    .or(phone.app.getByRole('navigation', { name: 'Главное меню' }))
    .first()
    .waitFor()
  if (await question.isVisible()) await chooseRussian(phone)
  await go(phone, path)
  return phone
}

/** Id of the demo market's listing with these words in its title. */
export async function listingWith({ db }: Stage, words: string): Promise<number> {
  const found = db.selectFrom('listings').select('id').where('title', 'like', `%${words}%`)
  return (await found.executeTakeFirstOrThrow()).id
}
