import { needTexts } from '#web/client/i18n.ts'
import { words } from '#web/client/words.ts'
import { showToast } from '#web/ui/overlays.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isText = (target: unknown): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** How much of a text a field has room for: what is selected makes way. */
function roomIn({ value, maxLength, selectionStart, selectionEnd }: TextControl): number {
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/** A browser cuts what is pasted to the length of the field and says nothing: the app does. */
export function watchPastes(): void {
  const look = (target: unknown, data: DataTransfer | null) => {
    if (!isText(target) || target.maxLength < 0 || target.readOnly) return
    const text = data?.getData('text/plain').replaceAll('\r\n', '\n') ?? ''
    if (text.length > roomIn(target)) void tell(target.maxLength)
  }
  document.addEventListener('paste', ({ target, clipboardData }) => look(target, clipboardData))
  document.addEventListener('drop', ({ target, dataTransfer }) => look(target, dataTransfer))
}

async function tell(max: number): Promise<void> {
  await needTexts('rest').catch(() => undefined)
  showToast({ text: words.t('validation.cut', { max }), tone: 'bad', ms: readMs })
}

/** Two lines take longer to read than a word of success. */
const readMs = 5000
