import type { Frame } from 'playwright-core'
import type { Phone } from '#tests/support/screens/phone.ts'
import type { JourneySetup } from './setup.ts'
import { chooseRussianIfAsked } from './steps.ts'

/** The few types of the browser's window that `goTo` needs. */
type Page = {
  history: { state: { idx?: number } | null; pushState: (state: unknown, unused: string, to: string) => void }
  dispatchEvent: (event: Event) => void
}

/** Returns the mini-app's frame inside the page of the Telegram stand-in. */
export async function frameOf({ page }: Phone): Promise<Frame> {
  const element = await page.getByTestId('app-frame').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the mini-app is not open')
  return frame
}

/** Returns the path and query of the mini-app's current page. */
export async function pathOf(phone: Phone): Promise<string> {
  return await (await frameOf(phone)).evaluate<string>('location.pathname + location.search')
}

/** Navigates inside the mini-app as one of its own links would. */
export async function goTo(phone: Phone, path: string): Promise<void> {
  const frame = await frameOf(phone)
  await frame.evaluate((to) => {
    const page = globalThis as unknown as Page
    page.history.pushState({ idx: (page.history.state?.idx ?? 0) + 1, key: to, usr: null }, '', to)
    page.dispatchEvent(new Event('popstate'))
  }, path)
}

/** Opens a person's simulated phone with this screen of the mini-app. */
export async function openAppAt(
  setup: JourneySetup,
  person: { id: number },
  path: string,
  options: { motion?: boolean; client?: string } = {},
): Promise<Phone> {
  const phone = await setup.phoneOf(person, {
    tme: 'otklik_demo_bot?startapp=page_search-personal',
    ...options,
  })
  await phone.waitForApp()
  const menu = phone.app.getByRole('navigation', { name: 'Главное меню' })
  const homeQuestion = phone.app.getByRole('heading', { name: 'С чего начнём?' })
  await chooseRussianIfAsked(phone, menu.or(homeQuestion))
  await goTo(phone, path)
  return phone
}

/** Returns the id of the demo market's listing whose title contains this text. */
export async function listingWith({ db }: JourneySetup, titlePart: string): Promise<number> {
  const listing = db.selectFrom('listings').select('id').where('title', 'like', `%${titlePart}%`)
  return (await listing.executeTakeFirstOrThrow()).id
}
