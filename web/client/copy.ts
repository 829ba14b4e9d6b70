import { Copy } from 'lucide-react'
import { askDialog, showToast, type ToastContent } from '#web/ui/overlays.ts'
import { needTexts } from './i18n.ts'
import { words } from './words.ts'

/** A clipboard that asks the person may never answer. */
const clipboardMs = 1000

/** The page may not write into the clipboard in Telegram's WebView for Android and in frames of its web clients. */
async function writeClipboard(text: string): Promise<boolean> {
  const silence = new Promise<boolean>((done) => setTimeout(() => done(false), clipboardMs))
  try {
    return await Promise.race([navigator.clipboard.writeText(text).then(() => true), silence])
  } catch {
    return false
  }
}

/** The older way, which asks for no right: a selected text is copied within the tap. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  const before = document.activeElement
  field.value = text
  // Without a keyboard, out of sight, and where a dialog that holds the focus lets it be.
  field.readOnly = true
  field.className = 'visually-hidden'
  const place = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.setSelectionRange(0, text.length)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Copies a text. Call it inside a tap. @returns whether it is in the clipboard */
export async function copyText(text: string): Promise<boolean> {
  return (await writeClipboard(text)) || copySelected(text)
}

/** Copies a text and says so; where the app may not, it shows the text selected, to be copied by hand. */
export async function copyOrShow(text: string, done: ToastContent): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) showToast(done)
  else void showToCopy(text)
  return isCopied
}

async function showToCopy(text: string): Promise<void> {
  await needTexts('rest')
  const { t } = words
  await askDialog({
    icon: Copy,
    title: t('copy.title'),
    text: t('copy.text'),
    selected: text,
    confirm: t('common.close'),
  })
}
