import { loadTexts } from '#web/client/i18n.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { showToast } from '#web/ui/overlays.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isText = (target: unknown): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/**
 * Number of characters that can still be inserted into a field. Selected text counts as free, because it is replaced.
 */
function remainingLength({ value, maxLength, selectionStart, selectionEnd }: TextControl): number {
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/** Shows a toast when pasted text exceeds `maxlength`, because browsers cut such text without a message. */
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
  showToast({ text: translations.t('validation.cut', { max }), tone: 'bad', ms: toastMs })
}

/** Duration of the toast in milliseconds. It is longer than usual, because the text has two lines. */
const toastMs = 5000
