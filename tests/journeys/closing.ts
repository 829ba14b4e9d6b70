import type { Phone } from '#tests/support/screens/phone.ts'

/** Records the mini-app's messages to the Telegram web client. */
const recordMessagesScript = `
  globalThis.asksToClose = false
  globalThis.felt = []
  addEventListener('message', ({ data }) => {
    const posted = data?.webview === 'post' ? { eventType: data.data[0], eventData: JSON.parse(data.data[1]) } : {}
    const { eventType, eventData } = typeof data === 'string' ? JSON.parse(data) : posted
    if (eventType === 'web_app_setup_closing_behavior') globalThis.asksToClose = eventData.need_confirmation
    if (eventType === 'web_app_trigger_haptic_feedback') globalThis.felt.push(eventData.notification_type)
  })`

/**
 * Records the mini-app's messages to Telegram.
 * @returns a function that returns true if Telegram would ask before closing the app
 */
export async function watchClosing({ page }: Phone): Promise<() => Promise<boolean>> {
  await page.evaluate(recordMessagesScript)
  return () => page.evaluate<boolean>('globalThis.asksToClose')
}

/** Returns the haptic notifications since the call of `watchClosing`, by type. */
export const hapticsOf = ({ page }: Phone) => page.evaluate<string[]>('globalThis.felt')
