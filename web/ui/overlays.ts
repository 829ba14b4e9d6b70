import type { LucideIcon } from 'lucide-react'
import type { DialogContent } from './dialog.tsx'

/**
 * State of the toast and of the dialog. The component that renders them is loaded later; this small file is part of the
 * first load.
 */
export type ToastContent = {
  text: string
  tone?: 'good' | 'bad'
  icon?: LucideIcon
  action?: { label: string; run: () => void }
  /** Duration in ms instead of the usual two seconds, for toasts whose action is limited in time or whose text is long. */
  ms?: number
}
/**
 * Answer of the user to a dialog: true for the confirming button, false for the other button, `null` for Escape or
 * Back.
 */
export type Answer = boolean | null
export type Overlays = {
  toast: (ToastContent & { id: number }) | null
  dialog: (DialogContent & { id: number; answer: (answer: Answer) => void }) | null
}

let state: Overlays = { toast: null, dialog: null }
let nextId = 1
const listeners = new Set<() => void>()

function change(changes: Partial<Overlays>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

export const overlays = {
  read: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Shows a toast for two seconds. A new toast replaces the current one. */
export function showToast(content: ToastContent): void {
  showDismissableToast(content)
}

/** Shows a toast that can be dismissed early. @returns the id for `dropToast` */
export function showDismissableToast(content: ToastContent): number {
  const id = nextId++
  change({ toast: { ...content, id } })
  return id
}

export function dropToast(id: number): void {
  if (state.toast?.id === id) change({ toast: null })
}

/** Shows a dialog. Resolves with the user's answer. */
export function askDialog(content: DialogContent): Promise<Answer> {
  return new Promise((resolve) => {
    change({ dialog: { ...content, id: nextId++, answer: resolve } })
  })
}

export function dropDialog(id: number): void {
  if (state.dialog?.id === id) change({ dialog: null })
}
