import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warnAboutCutPastes } from './cut-pastes.ts'

const overlays = vi.hoisted(() => ({ showToast: vi.fn() }))
vi.mock('#web/client/i18n.ts', () => ({ loadTexts: async () => {} }))
vi.mock('#web/client/i18n-runtime.ts', () => ({
  translations: { t: (key: string, { max }: { max: number }) => `${key} ${max}` },
}))
vi.mock('#web/ui/overlays.ts', () => overlays)

class Area {
  value = ''
  maxLength = 500
  readOnly = false
  selectionStart = 0
  selectionEnd = 0
}

const page = new EventTarget()
beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLTextAreaElement', Area)
  vi.stubGlobal('HTMLInputElement', class {})
})
afterEach(() => void vi.unstubAllGlobals())
watchPastesOnce()

function watchPastesOnce(): void {
  vi.stubGlobal('document', page)
  warnAboutCutPastes()
}

async function insertText(
  field: Partial<Area>,
  text: string,
  by: 'paste' | 'drop' = 'paste',
): Promise<string[]> {
  const data = { getData: () => text }
  const event = Object.assign(new Event(by), { clipboardData: data, dataTransfer: data })
  Object.defineProperty(event, 'target', { value: Object.assign(new Area(), field) })
  page.dispatchEvent(event)
  await vi.advanceTimersByTimeAsync(0)
  return overlays.showToast.mock.calls.map(([{ text }]) => text)
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const cutToast = ['validation.cut 500']

test.each([
  ['600 characters in a field of 500', {}, 'а'.repeat(600), cutToast],
  ['500 characters in a field of 500', {}, 'а'.repeat(500), []],
  [
    'a word behind 499 characters',
    { value: 'а'.repeat(499), selectionStart: 499, selectionEnd: 499 },
    'да',
    cutToast,
  ],
  [
    '600 characters instead of a selection of 200',
    { value: 'а'.repeat(300), selectionEnd: 200 },
    'а'.repeat(600),
    cutToast,
  ],
  [
    '400 characters instead of a selection of 200',
    { value: 'а'.repeat(300), selectionEnd: 200 },
    'а'.repeat(400),
    [],
  ],
  ['lines of Windows, which count as one sign each', {}, 'а\r\n'.repeat(250), []],
  ['a long text in a field without a limit', { maxLength: -1 }, 'а'.repeat(600), []],
])('%s', async (_what, field, text, toasts) => expect(await insertText(field, text)).toEqual(toasts))

test('a truncated drop shows a toast too', async () =>
  expect(await insertText({}, 'а'.repeat(501), 'drop')).toEqual(cutToast))
