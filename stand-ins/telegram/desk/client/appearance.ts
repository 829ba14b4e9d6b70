import { changeApp } from '../model/actions.ts'
import { type BotButton, desk } from '../model/desk.ts'
import type { Data } from './wire.ts'

/** Merges the given fields; a button without text is hidden. */
export function setupButton(which: 'main' | 'secondary', data: Data) {
  const { app } = desk.get()
  if (!app) return
  const before = app[which]
  const next = { ...before, ...(data as Partial<BotButton>) }
  if (!next.text.trim()) next.is_visible = false
  changeApp({ [which]: next })
}

export function setupColor(which: 'header_color' | 'background_color' | 'bottom_color', data: Data) {
  const { theme } = desk.get()
  const key = typeof data.color_key === 'string' ? data.color_key : String(data.color ?? '')
  changeApp({ [which]: key.startsWith('#') ? key : theme.params[key] })
}
