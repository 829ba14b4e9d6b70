import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'

/** Limit of Tab presses: more than any screen of the app needs. */
const maxSteps = 60

/** The few DOM types needed to find the visible focus. */
type Element = { parentElement: Element; querySelectorAll: (selector: string) => Iterable<Element> }
type Style = Record<'outlineStyle' | 'borderTopStyle' | 'borderTopColor' | 'boxShadow', string> & {
  getPropertyValue: (name: string) => string
}
type Window = {
  document: { documentElement: Element }
  getComputedStyle: (element: Element, pseudo?: '::after') => Style
}

/** Checks for a focus ring around the control or its visible stand-in, or a border in the accent colour. */
function isFocusVisible(target: unknown): boolean {
  const element = target as Element
  const { document, getComputedStyle } = globalThis as unknown as Window
  const parent = element.parentElement
  const hex = getComputedStyle(document.documentElement).getPropertyValue('--c-accent').slice(1)
  const accent = `rgb(${[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
  const parentStyle = getComputedStyle(parent)
  if (parentStyle.borderTopColor === accent || parentStyle.boxShadow.includes(accent)) return true
  const frameChecks = [
    getComputedStyle(element, '::after'),
    ...[element, parent, ...parent.querySelectorAll('*')].map((one) => getComputedStyle(one)),
  ]
  const style = getComputedStyle(element)
  const isBordered = style.borderTopStyle === 'solid' && style.borderTopColor !== 'rgba(0, 0, 0, 0)'
  return isBordered || frameChecks.some(({ outlineStyle }) => outlineStyle !== 'none')
}

const isFocused = async ({ app }: Phone, target: Locator) =>
  (await target.and(app.locator(':focus')).count()) > 0

/** Presses Tab until this control has the focus, and checks that the focus is visible. */
export async function tabTo(phone: Phone, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; !(await isFocused(phone, target)); step++) {
    if (step === maxSteps) throw new Error(`Tab does not reach ${target}`)
    await phone.page.keyboard.press('Tab')
  }
  await expect.poll(() => target.evaluate(isFocusVisible), { message: `${target} shows no focus` }).toBe(true)
}

/** Moves to this control by Tab and presses it. */
export async function pressBy(
  phone: Phone,
  target: Locator,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
  await tabTo(phone, target)
  await phone.page.keyboard.press(key)
}

export async function expectFocus(phone: Phone, target: Locator): Promise<void> {
  await expect.poll(() => isFocused(phone, target), { timeout: 5000 }).toBe(true)
}

/** Tab cycles inside this sheet or dialog, in both directions. */
export async function expectFocusTrap({ page, app }: Phone, layer: Locator): Promise<void> {
  for (const key of [...Array(12).fill('Tab'), ...Array(4).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect.poll(() => layer.locator(app.locator(':focus')).count(), { timeout: 2000 }).toBe(1)
  }
}
