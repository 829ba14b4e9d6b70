import { openApp } from './actions.ts'
import { api } from './api.ts'
import { desk, toast, word } from './desk.ts'
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
  const done = await api.tap(user_id, button)
  if (done.kind === 'callback') {
    if (done.answer?.url) followLink(done.answer.url)
    else if (done.answer?.text && done.answer.show_alert) desk.set({ alert: done.answer.text })
    else if (done.answer?.text) toast(done.answer.text)
  }
  if (done.kind === 'url' && done.url) followLink(done.url, true)
  if (done.kind === 'web_app') await openApp({ url: done.url, keyboard: done.keyboard })
  if (done.kind === 'copy') {
    desk.set({ clipboard: done.copied })
    toast(word('copied'))
  }
  if (done.kind === 'inline') desk.set({ sharing: { query: done.query ?? '' } })
  if (done.kind === 'pay') desk.set({ invoice_slug: done.slug })
}
