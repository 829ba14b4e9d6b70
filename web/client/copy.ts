import { Copy } from 'lucide-react'
import { askDialog, showToast, type ToastContent } from '#web/ui/overlays.ts'
import { loadTexts } from './i18n.ts'
import { translations } from './i18n-runtime.ts'

/**
 * Longest time in ms to wait for the clipboard. Some browsers ask the user for permission, and the promise may never
 * settle.
 */
const clipboardMs = 1000

/**
 * Writes a text to the clipboard.
 * @returns false if access is denied, as in Telegram's Android WebView and in frames of its web clients
 */
async function writeClipboard(text: string): Promise<boolean> {
  const clipboardTimeout = new Promise<boolean>((done) => setTimeout(() => done(false), clipboardMs))
  try {
    return await Promise.race([navigator.clipboard.writeText(text).then(() => true), clipboardTimeout])
  } catch {
    return false
  }
}

/** Copies a text without permission for the clipboard: within a click, `execCommand` copies the selected text. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  const focusedElement = document.activeElement
  field.value = text
  // A read-only field keeps the keyboard closed. The field is placed inside an open dialog because of the dialog's
  // focus trap.
  field.readOnly = true
  field.className = 'visually-hidden'
  const container = focusedElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  container.append(field)
  field.focus({ preventScroll: true })
  field.setSelectionRange(0, text.length)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focusedElement instanceof HTMLElement) focusedElement.focus({ preventScroll: true })
  }
}

/** Copies a text. It must be called in a click handler. @returns true if the text was copied */
export async function copyText(text: string): Promise<boolean> {
  return (await writeClipboard(text)) || copySelected(text)
}

/** Copies a text and shows a toast. If copying is denied, a dialog shows the text selected. */
export async function copyOrShow(text: string, copiedToast: ToastContent): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) showToast(copiedToast)
  else void showToCopy(text)
  return isCopied
}

async function showToCopy(text: string): Promise<void> {
  await loadTexts('rest')
  const { t } = translations
  await askDialog({
    icon: Copy,
    title: t('copy.title'),
    text: t('copy.text'),
    selected: text,
    confirm: t('common.close'),
  })
}
