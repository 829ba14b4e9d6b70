import { openApp } from './actions.ts'
import { api } from './api.ts'
import { desk, toast, translate } from './desk.ts'
import { followLink } from './links.ts'

/** Presses a button and handles the result as Telegram does. */
export async function tap(button: {
  chat_id: number
  message_id?: number
  row?: number
  col?: number
  text?: string
}) {
  const { user_id } = desk.get()
  if (user_id === undefined) return
  const result = await api.tap(user_id, button)
  if (result.kind === 'callback') {
    if (result.answer?.url) followLink(result.answer.url)
    else if (result.answer?.text && result.answer.show_alert) desk.set({ alert: result.answer.text })
    else if (result.answer?.text) toast(result.answer.text)
  }
  if (result.kind === 'url' && result.url) followLink(result.url, true)
  if (result.kind === 'web_app') await openApp({ url: result.url, keyboard: result.keyboard })
  if (result.kind === 'copy') {
    desk.set({ clipboard: result.copied })
    toast(translate('copied'))
  }
  if (result.kind === 'inline') desk.set({ sharing: { query: result.query ?? '' } })
  if (result.kind === 'pay') desk.set({ invoice_slug: result.slug })
}
