import type { Phone } from '#tests/support/screens/phone.ts'

/** Hears what the mini-app's frame tells the desk, as a web client is told. */
const listening = `
  globalThis.asksToClose = false
  globalThis.felt = []
  addEventListener('message', ({ data }) => {
    const posted = data?.webview === 'post' ? { eventType: data.data[0], eventData: JSON.parse(data.data[1]) } : {}
    const { eventType, eventData } = typeof data === 'string' ? JSON.parse(data) : posted
    if (eventType === 'web_app_setup_closing_behavior') globalThis.asksToClose = eventData.need_confirmation
    if (eventType === 'web_app_trigger_haptic_feedback') globalThis.felt.push(eventData.notification_type)
  })`

/** Listens to what the mini-app tells Telegram. @returns whether Telegram would ask before it closes the app */
export async function watchClosing({ page }: Phone): Promise<() => Promise<boolean>> {
  await page.evaluate(listening)
  return () => page.evaluate<boolean>('globalThis.asksToClose')
}

/** What a finger has felt since `watchClosing`: kinds of notifications by vibration. */
export const felt = ({ page }: Phone) => page.evaluate<string[]>('globalThis.felt')
