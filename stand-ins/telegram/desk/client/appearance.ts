import { changeApp } from '../model/actions.ts'
import { type BotButton, desk } from '../model/desk.ts'
import { tellViewport } from './window.ts'
import type { Data } from './wire.ts'

/** Keeps what was not mentioned; a button without words is not shown. */
export function setupButton(which: 'main' | 'secondary', data: Data) {
  const { app } = desk.get()
  if (!app) return
  const before = app[which]
  const next = { ...before, ...(data as Partial<BotButton>) }
  if (!next.text.trim()) next.is_visible = false
  changeApp({ [which]: next })
  // The bar under the frame came or went, so the room for the page is another.
  if (before.is_visible !== next.is_visible) setTimeout(tellViewport, 50)
}

export function setupColor(which: 'header_color' | 'background_color' | 'bottom_color', data: Data) {
  const { theme } = desk.get()
  const key = typeof data.color_key === 'string' ? data.color_key : String(data.color ?? '')
  changeApp({ [which]: key.startsWith('#') ? key : theme.params[key] })
}
