import { beforeEach, expect, test, vi } from 'vitest'
import { openPayment } from './open-payment.ts'

const requests = vi.hoisted(() => ({
  payInTelegram: vi.fn(),
  isInvoiceLink: (url: string) => url.includes('$'),
}))
const telegram = vi.hoisted(() => ({ openLink: vi.fn(), openInTelegram: vi.fn(), closeApp: vi.fn() }))
const overlays = vi.hoisted(() => ({ showToast: vi.fn() }))
vi.mock('#web/telegram/requests.ts', () => requests)
vi.mock('#web/telegram/index.ts', () => ({
  ...telegram,
  isTelegramLink: (url: string) => url.includes('t.me'),
}))
vi.mock('#web/client/i18n-runtime.ts', () => ({ translations: { t: (key: string) => key } }))
vi.mock('#web/ui/overlays.ts', () => overlays)

beforeEach(() => void vi.clearAllMocks())
const toastTexts = () => overlays.showToast.mock.calls.map(([{ text }]) => text)

test('an external page opens within the click, and the payment is expected', async () => {
  const openedPayment = openPayment('https://pay.test/1')
  expect(telegram.openLink).toHaveBeenCalledExactlyOnceWith('https://pay.test/1')
  expect(await openedPayment).toBe(true)
})

test.each(['paid', 'pending', 'unanswered', 'unsupported'])(
  'an invoice in Stars that is %s is asked about',
  async (outcome) => {
    requests.payInTelegram.mockResolvedValue(outcome)
    expect(await openPayment('https://t.me/$a')).toBe(true)
    expect(toastTexts()).toEqual([])
  },
)

test.each([
  ['cancelled', ['payment.cancelled']],
  ['failed', ['payment.starsFailed']],
  ['again', []],
])('one that is %s leaves the person where they are, with the words %j', async (outcome, words) => {
  requests.payInTelegram.mockResolvedValue(outcome)
  expect(await openPayment('https://t.me/$a')).toBe(false)
  expect(toastTexts()).toEqual(words)
})
