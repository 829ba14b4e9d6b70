import { beforeEach, expect, test, vi } from 'vitest'

const telegram = vi.hoisted(() => ({ shareLink: vi.fn(), shareCard: vi.fn() }))
const copying = vi.hoisted(() => ({ copyText: vi.fn(), copyOrShow: vi.fn() }))
type Toast = { text: string; action?: { run: () => void } }
const overlays = vi.hoisted(() => {
  const showToast = vi.fn((_toast: Toast) => 5)
  return { showToast, showDismissableToast: showToast, dropToast: vi.fn() }
})
vi.mock('#web/telegram/requests.ts', () => telegram)
vi.mock('#web/client/copy.ts', () => copying)
vi.mock('#web/client/http/api.ts', () => ({ api: async () => ({ prepared_id: 'p1' }) }))
vi.mock('#web/client/i18n-runtime.ts', () => ({ translations: { t: (key: string) => key } }))
vi.mock('#web/ui/overlays.ts', () => overlays)

const order = { kind: 'order', id: 7, title: 'Логотип' } as const
const url = 'https://t.me/otklik_bot?startapp=page_order'
const toastTexts = () => overlays.showToast.mock.calls.map(([{ text }]) => text)

/** Loads a fresh copy of the module, because the module remembers when a client did not answer. */
async function loadSendToTelegram() {
  vi.resetModules()
  return (await import('./link.ts')).sendToTelegram
}

beforeEach(() => {
  vi.clearAllMocks()
  copying.copyText.mockResolvedValue(true)
})

test.each(['sent', 'declined'])('a card that was %s opens no second list of chats', async (outcome) => {
  telegram.shareCard.mockResolvedValue(outcome)
  await (await loadSendToTelegram())(order, url)
  expect(telegram.shareLink).not.toHaveBeenCalled()
  expect(toastTexts()).toEqual(['share.copied'])
})

test.each([
  ['cannot show cards', null],
  ['failed with it', 'failed'],
])('a client that %s gets the link, once, also where nothing may be copied', async (_behaviour, outcome) => {
  telegram.shareCard.mockResolvedValue(outcome)
  copying.copyText.mockResolvedValue(false)
  await (await loadSendToTelegram())(order, url)
  expect(telegram.shareLink.mock.calls).toEqual([[url, 'Логотип']])
  expect(toastTexts()).toEqual([])
})

test('a silent client shows a toast with the link, and gets plain links from then on', async () => {
  let answer: (outcome: string) => void = () => {}
  telegram.shareCard.mockImplementation((_prepare: unknown, onSilence: () => void) => {
    onSilence()
    return new Promise((done) => {
      answer = done
    })
  })
  const sendToTelegram = await loadSendToTelegram()
  const first = sendToTelegram(order, url)
  await vi.waitFor(() => expect(toastTexts()).toEqual(['share.copied', 'share.silent']))
  expect(telegram.shareLink).not.toHaveBeenCalled()
  overlays.showToast.mock.calls.at(-1)?.[0].action?.run()
  expect(telegram.shareLink).toHaveBeenCalledTimes(1)
  await sendToTelegram(order, url)
  expect(telegram.shareCard).toHaveBeenCalledTimes(1)
  expect(telegram.shareLink).toHaveBeenCalledTimes(2)

  // After the client's late answer the toast is dismissed, and the next share offers a card again.
  answer('sent')
  await first
  expect(overlays.dropToast).toHaveBeenCalledExactlyOnceWith(5)
  void sendToTelegram(order, url)
  await vi.waitFor(() => expect(telegram.shareCard).toHaveBeenCalledTimes(2))
  expect(telegram.shareLink).toHaveBeenCalledTimes(2)
})
