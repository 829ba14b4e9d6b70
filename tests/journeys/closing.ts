import type { Phone } from '#tests/support/desk.ts'

/** The desk hears its frames through its own postMessage. */
const listening = `
  globalThis.asksToClose = false
  globalThis.felt = []
  const hear = window.postMessage
  window.postMessage = (message, ...rest) => {
    const { eventType, eventData } = typeof message === 'string' ? JSON.parse(message) : {}
    if (eventType === 'web_app_setup_closing_behavior') globalThis.asksToClose = eventData.need_confirmation
    if (eventType === 'web_app_trigger_haptic_feedback') globalThis.felt.push(eventData.notification_type)
    hear(message, ...rest)
  }`

/** Listens to what the mini-app tells Telegram. @returns whether Telegram would ask before it closes the app */
export async function watchClosing({ page }: Phone): Promise<() => Promise<boolean>> {
  await page.evaluate(listening)
  return () => page.evaluate<boolean>('globalThis.asksToClose')
}

/** What a finger has felt since `watchClosing`: kinds of notifications by vibration. */
export const felt = ({ page }: Phone) => page.evaluate<string[]>('globalThis.felt')
