import { changeApp } from '../model/actions.ts'
import { type BotButton, desk } from '../model/desk.ts'
import type { Data } from './wire.ts'

/** Updates the mini-app's main or secondary button with the given fields. A button without text is hidden. */
export function setupButton(kind: 'main' | 'secondary', data: Data) {
  const { app } = desk.get()
  if (!app) return
  const current = app[kind]
  const next = { ...current, ...(data as Partial<BotButton>) }
  if (!next.text.trim()) next.is_visible = false
  changeApp({ [kind]: next })
}

export function setupColor(kind: 'header_color' | 'background_color' | 'bottom_color', data: Data) {
  const { theme } = desk.get()
  const color = typeof data.color_key === 'string' ? data.color_key : String(data.color ?? '')
  changeApp({ [kind]: color.startsWith('#') ? color : theme.params[color] })
}
