import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyOrShow, copyText } from './copy.ts'

const overlays = vi.hoisted(() => ({ askDialog: vi.fn(async () => true), showToast: vi.fn() }))
vi.mock('#web/ui/overlays.ts', () => overlays)
vi.mock('./i18n.ts', () => ({ loadTexts: async () => {} }))
vi.mock('./i18n-runtime.ts', () => ({ translations: { t: (key: string) => key } }))

/** The text that was selected when `execCommand('copy')` was called. */
let clipboardText: string | null
let isAllowed: boolean

beforeEach(() => {
  clipboardText = null
  isAllowed = true
  vi.clearAllMocks()
  let selectedText = ''
  const field = {
    value: '',
    focus: () => {},
    setSelectionRange: (from: number, to: number) => {
      selectedText = field.value.slice(from, to)
    },
    remove: () => {},
  }
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: () => {} },
    createElement: () => field,
    execCommand: () => {
      if (isAllowed) clipboardText = selectedText
      return isAllowed
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const clipboard = (writeText?: () => Promise<void>) =>
  vi.stubGlobal('navigator', writeText ? { clipboard: { writeText } } : {})
const rejectWriting = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
const copiedToast = { text: 'copied' }

test('a working clipboard needs no fallback', async () => {
  clipboard(async () => {})
  expect(await copyText('https://t.me/a')).toBe(true)
  expect(clipboardText).toBeNull()
})

test.each([
  ['refuses', rejectWriting],
  ['is missing', undefined],
])(
  'where the clipboard %s, as on Android, the selected text is copied, and the words say so',
  async (_what, write) => {
    clipboard(write)
    expect(await copyOrShow('https://t.me/a', copiedToast)).toBe(true)
    expect(clipboardText).toBe('https://t.me/a')
    expect(overlays.showToast).toHaveBeenCalledExactlyOnceWith(copiedToast)
    expect(overlays.askDialog).not.toHaveBeenCalled()
  },
)

test('a clipboard that never answers times out', async () => {
  vi.useFakeTimers()
  clipboard(() => new Promise(() => {}))
  const isCopied = copyText('https://t.me/a')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await isCopied).toBe(true)
  expect(clipboardText).toBe('https://t.me/a')
})

test('if both ways fail the text is shown selected, without a success toast', async () => {
  clipboard(rejectWriting)
  isAllowed = false
  expect(await copyOrShow('https://t.me/a', copiedToast)).toBe(false)
  await vi.waitFor(() =>
    expect(overlays.askDialog).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ selected: 'https://t.me/a' }),
    ),
  )
  expect(overlays.showToast).not.toHaveBeenCalled()
})
