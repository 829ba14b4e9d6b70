import { beforeEach, expect, test, vi } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { overlays } from '#web/ui/overlays.ts'
import { statusOf } from './queries.ts'
import { usePayment } from './use-payment.ts'

const apiMock = vi.hoisted(() => vi.fn<(name: string, input: unknown) => Promise<unknown>>())
vi.mock('#web/client/http/api.ts', () => ({ api: apiMock }))
vi.mock('#web/telegram/index.ts', () => ({ launch: { platform: 'ios' }, haptic: () => {} }))
const showFailure = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('#web/features/session/show-failure.ts', () => ({ showFailure }))
vi.mock('./open-payment.ts', () => ({ openPayment: async () => true }))

const status = statusOf(1, { kind: 'order' })
beforeEach(() => {
  apiMock.mockReset()
  queryClient.setQueryData(status.queryKey, { price: 2500 } as never)
})

function pressPayButton(onLeft = () => {}) {
  let payment: ReturnType<typeof usePayment> | undefined
  function Screen() {
    const subject = { payment_type: 'project', project_id: 7, amount: 2500, currency: 'RUB' } as const
    payment = usePayment({ subject, money: (amount) => `${amount} ₽`, onLeft })
    return null
  }
  markupOf(<Screen />)
  payment?.press()
}
const isStale = () => queryClient.getQueryState(status.queryKey)?.isInvalidated

test('a changed price is shown in a toast, and the button requests the new one', async () => {
  const details = { expected: '3100' }
  apiMock.mockRejectedValueOnce(new ApiError('amount_mismatch', { statusCode: 409, details }))
  expect(isStale()).toBe(false)
  pressPayButton()
  await vi.waitFor(() => expect(overlays.read().toast?.tone).toBe('bad'), { timeout: 5000 })
  expect(isStale()).toBe(true)
})

test('another error keeps the price', async () => {
  apiMock.mockRejectedValueOnce(new ApiError('payment_pending', { statusCode: 409 }))
  pressPayButton()
  await vi.waitFor(() => expect(showFailure).toHaveBeenCalledOnce())
  expect(isStale()).toBe(false)
})

test('a free placement opens no page and continues', async () => {
  apiMock.mockResolvedValueOnce({ state: 'paid', payment_url: null })
  const onLeft = vi.fn()
  pressPayButton(onLeft)
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce(), { timeout: 5000 })
})
