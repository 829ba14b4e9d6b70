import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'

/** Largest number of Tab presses. No screen of the app needs more. */
const maxSteps = 60

/** The few types of the browser's DOM that the check of the visible focus needs. */
type Element = { parentElement: Element; querySelectorAll: (selector: string) => Iterable<Element> }
type Style = Record<'outlineStyle' | 'borderTopStyle' | 'borderTopColor' | 'boxShadow', string> & {
  getPropertyValue: (name: string) => string
}
type Window = {
  document: { documentElement: Element }
  getComputedStyle: (element: Element, pseudo?: '::after') => Style
}

/**
 * True if a focus ring or a border in the accent colour is visible, on the control itself or on the element that is
 * drawn in its place.
 */
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

/** Presses Tab until this control has the focus, and checks that the control is visibly focused. */
export async function tabTo(phone: Phone, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; !(await isFocused(phone, target)); step++) {
    if (step === maxSteps) throw new Error(`Tab does not reach ${target}`)
    await phone.page.keyboard.press('Tab')
  }
  await expect.poll(() => target.evaluate(isFocusVisible), { message: `${target} shows no focus` }).toBe(true)
}

/** Moves the focus to this control by Tab and presses the control with a key. */
export async function pressBy(
  phone: Phone,
  target: Locator,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> {
  await tabTo(phone, target)
  await phone.page.keyboard.press(key)
}

export async function expectFocus(phone: Phone, target: Locator): Promise<void> {
  await expect.poll(() => isFocused(phone, target)).toBe(true)
}

/** Checks that Tab and Shift+Tab do not leave this sheet or dialog. */
export async function expectFocusTrap({ page, app }: Phone, layer: Locator): Promise<void> {
  for (const key of [...Array(12).fill('Tab'), ...Array(4).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect.poll(() => layer.locator(app.locator(':focus')).count()).toBe(1)
  }
}
