import { changeApp } from '../model/actions.ts'
import { desk, translate } from '../model/desk.ts'
import type { Data } from './wire.ts'

const openingTimes: number[] = []
const popupLimit = { popups: 3, ms: 3000 }
const standardButtons: Record<string, 'ok' | 'close' | 'cancel'> = {
  ok: 'ok',
  close: 'close',
  cancel: 'cancel',
}

/** Opens a dialog of the client for the mini-app. A dialog that exceeds Telegram's limits is ignored. */
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
  while (openingTimes[0] !== undefined && now - openingTimes[0] > popupLimit.ms) openingTimes.shift()
  if (openingTimes.length >= popupLimit.popups) return 'at most 3 popups in 3 seconds'
  openingTimes.push(now)
  const labelledButtons = buttons.map(({ id = '', type = 'default', text = '' }) => {
    const standardText = standardButtons[type]
    return { id, type, text: standardText ? translate(standardText) : text }
  })
  changeApp({ popup: { title, message, buttons: labelledButtons } })
}
