import { changeApp } from '../model/actions.ts'
import { desk, word } from '../model/desk.ts'
import type { Data } from './wire.ts'

const openedAt: number[] = []
const burst = { popups: 3, ms: 3000 }
const standard: Record<string, 'ok' | 'close' | 'cancel'> = { ok: 'ok', close: 'close', cancel: 'cancel' }

/** Opens the client's own dialog within Telegram's limits; requests beyond them are ignored. */
export function openPopup(data: Data): string | undefined {
  const { app } = desk.get()
  const {
    title = '',
    message = '',
    buttons = [],
  } = data as {
    title?: string
    message?: string
    buttons?: { id?: string; type?: string; text?: string }[]
  }
  if (!app || app.popup) return 'one popup at a time'
  if (message.length < 1 || message.length > 256) return 'message must have 1-256 characters'
  if (title.length > 64) return 'title must have at most 64 characters'
  if (buttons.length < 1 || buttons.length > 3) return 'a popup has 1-3 buttons'
  const now = performance.now()
  while (openedAt[0] !== undefined && now - openedAt[0] > burst.ms) openedAt.shift()
  if (openedAt.length >= burst.popups) return 'at most 3 popups in 3 seconds'
  openedAt.push(now)
  const named = buttons.map(({ id = '', type = 'default', text = '' }) => {
    const own = standard[type]
    return { id, type, text: own ? word(own) : text }
  })
  changeApp({ popup: { title, message, buttons: named } })
}
