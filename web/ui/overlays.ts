import type { LucideIcon } from 'lucide-react'
import type { DialogContent } from './dialog.tsx'

/** What the lazily loaded host draws: one toast, one dialog. This file itself is small and loads with the app. */
export type ToastContent = {
  text: string
  tone?: 'good' | 'bad'
  icon?: LucideIcon
  action?: { label: string; run: () => void }
  /** Instead of two seconds: an offer that ends by itself is shown as long as it holds. */
  ms?: number
}
/** True for the confirming button, false for the other one, null when the dialog was left (Escape, Back). */
export type Answer = boolean | null
export type Overlays = {
  toast: (ToastContent & { id: number }) | null
  dialog: (DialogContent & { id: number; answer: (answer: Answer) => void }) | null
}

let state: Overlays = { toast: null, dialog: null }
let nextId = 1
const listeners = new Set<() => void>()

function change(part: Partial<Overlays>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

export const overlays = {
  read: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Says one sentence for two seconds; a new one replaces the old. */
export function showToast(content: ToastContent): void {
  raiseToast(content)
}

/** The same for what may have to go sooner. @returns what `dropToast` takes */
export function raiseToast(content: ToastContent): number {
  const id = nextId++
  change({ toast: { ...content, id } })
  return id
}

export function dropToast(id: number): void {
  if (state.toast?.id === id) change({ toast: null })
}

/** Asks and waits for the answer. */
export function askDialog(content: DialogContent): Promise<Answer> {
  return new Promise((resolve) => {
    change({ dialog: { ...content, id: nextId++, answer: resolve } })
  })
}

export function dropDialog(id: number): void {
  if (state.dialog?.id === id) change({ dialog: null })
}
