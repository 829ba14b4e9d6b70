import { listDuePayments } from '#services/payments/money/queries.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider } from '#services/payments/verification/inquiries.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'

/**
 * Starts the API with a Robokassa stand-in. Each can reach the other. Only the stand-in can confirm that an invoice was
 * paid.
 */
export async function setUpProvider(environment: Record<string, string> = {}) {
  const passwords = {
    password1: 'first-password',
    password2: 'second-password',
    password3: 'third-password',
  }
  const nowhere = 'http://127.0.0.1:9/'
  const provider = await startRobokassa({
    merchant: 'otklik-demo',
    hash: 'sha256',
    ...passwords,
    result_url: nowhere,
    success_url: nowhere,
    fail_url: nowhere,
  })
  atEnd(() => provider.close())
  const api: Api = await openApi({
    ROBOKASSA_PASSWORD_1: passwords.password1,
    ROBOKASSA_PASSWORD_2: passwords.password2,
    ROBOKASSA_PASSWORD_3: passwords.password3,
    ROBOKASSA_PAYMENT_URL: `${provider.origin}/Merchant/Index.aspx`,
    ROBOKASSA_STATE_URL: `${provider.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    ROBOKASSA_REFUND_URL: `${provider.origin}/RefundService`,
    ...environment,
  })
  const robokassa = openControlApi(provider.origin)
  const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const pages = { result: 'result_url', success: 'success_url', fail: 'fail_url' }
  const addresses = Object.entries(pages).map(([page, name]) => [name, `${origin}/pay/robokassa/${page}`])
  await robokassa.post('/_control', Object.fromEntries(addresses))

  /** Asks Robokassa about one payment and applies the answer, as the payment verification does. */
  async function verify(payment_id: number): Promise<void> {
    const answer = await askProvider(api.ctx, payment_id)
    await api.ctx.db.transaction().execute((tx) => applyAnswer(api.ctx, tx, payment_id, answer))
  }

  return {
    api,
    robokassa,
    /** Origin of Robokassa's own pages. */
    cabinet: provider.origin,
    verify,
    /** Sets the faults that the Robokassa stand-in simulates. */
    faults: (...faults: object[]) => robokassa.post('/_control', { faults }),
    /** Opens the payment link as a payer and pays. Robokassa sends its result call before it redirects the payer. */
    pay: ({ payment_url }: { payment_url: string }) =>
      robokassa.post<{ redirect_url: string }>('/_control/pay', { payment_url }),
    /** Moves the clocks of the API and of the Robokassa stand-in forward. */
    async letPass(ms: number): Promise<void> {
      api.advanceClock(ms)
      await robokassa.post('/_control', { advance_ms: ms })
    },
    /**
     * Verifies every payment that is due.
     * @returns the ids of these payments
     */
    async verifyDue(): Promise<number[]> {
      const duePayments = await listDuePayments(api.ctx.db, api.ctx.now(), 100)
      for (const id of duePayments) await verify(id)
      return duePayments
    },
  }
}

export type ProviderSetup = Awaited<ReturnType<typeof setUpProvider>>
