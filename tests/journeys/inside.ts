import type { Frame } from 'playwright-core'
import type { Phone } from '#tests/support/desk.ts'

/** As much of a window as `goTo` needs. */
type Page = {
  history: { state: { idx?: number } | null; pushState: (state: unknown, unused: string, to: string) => void }
  dispatchEvent: (event: Event) => void
}

/** The mini-app's own frame inside the desk. */
export async function frameOf({ page }: Phone): Promise<Frame> {
  const element = await page.getByTestId('app-frame').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the mini-app is not open')
  return frame
}

/** Where the mini-app stands. */
export async function pathOf(phone: Phone): Promise<string> {
  return await (await frameOf(phone)).evaluate<string>('location.pathname + location.search')
}

/** Goes to a page of the app as one of its own links would. */
export async function goTo(phone: Phone, path: string): Promise<void> {
  const frame = await frameOf(phone)
  await frame.evaluate((to) => {
    const page = globalThis as unknown as Page
    page.history.pushState({ idx: (page.history.state?.idx ?? 0) + 1, key: to, usr: null }, '', to)
    page.dispatchEvent(new Event('popstate'))
  }, path)
}

/** Takes complaints away that a test has provoked itself; all others still fail it. */
export function forgive(phone: Phone, expected: RegExp): void {
  const others = phone.complaints.filter((line) => !expected.test(line))
  phone.complaints.splice(0, phone.complaints.length, ...others)
}
