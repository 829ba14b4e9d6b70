import { loadTexts } from '#web/client/i18n.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { showToast } from '#web/ui/overlays.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isText = (target: unknown): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Remaining capacity of a field; the selected text is replaced, so it counts as free. */
function remainingLength({ value, maxLength, selectionStart, selectionEnd }: TextControl): number {
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/** Browsers silently truncate pasted text to `maxlength`; this shows a toast. */
export function warnAboutCutPastes(): void {
  const checkInsertedText = (target: unknown, data: DataTransfer | null) => {
    if (!isText(target) || target.maxLength < 0 || target.readOnly) return
    const text = data?.getData('text/plain').replaceAll('\r\n', '\n') ?? ''
    if (text.length > remainingLength(target)) void showCutToast(target.maxLength)
  }
  document.addEventListener('paste', ({ target, clipboardData }) => checkInsertedText(target, clipboardData))
  document.addEventListener('drop', ({ target, dataTransfer }) => checkInsertedText(target, dataTransfer))
}

async function showCutToast(max: number): Promise<void> {
  await loadTexts('rest').catch(() => undefined)
  showToast({ text: words.t('validation.cut', { max }), tone: 'bad', ms: toastMs })
}

/** Milliseconds. The toast stays longer than usual, because its text has two lines. */
const toastMs = 5000
