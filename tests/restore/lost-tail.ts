import fc from 'fast-check'
import type { Context } from '#services/core/context.ts'
import { shipLog } from '#services/operations/backup/archive.ts'
import { drill } from '#services/operations/backup/drill.ts'
import { openVault } from '#services/operations/backup/vault.ts'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider } from '#services/payments/verification/inquiries.ts'
import { type RunningServer, startPostgres } from '#stand-ins/infra/postgres.ts'
import { type RunningApi, startApi } from '#tests/support/api/api.ts'
import { draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import type { ControlApi } from '#tests/support/servers/stand-in-control.ts'
import { type Machine, waitUntilArchived, withMachine } from './machine.ts'

/**
 * For each order, the time of its payment. The lists are grouped by the time of the payment link. `late` orders are
 * paid after the restore.
 */
export interface TailPlan {
  /**
   * Orders whose links were created before the backup, in the archived part of the log, and in the lost part of the
   * log.
   */
  beforeBackup: PaymentTime[]
  inArchivedLog: PaymentTime[]
  inLostLog: PaymentTime[]
  /** Orders whose links were created after the restore. */
  afterRestore: PaymentTime[]
}
type PaymentTime = 'paid' | 'paid_unseen' | 'late' | 'never'

const paymentTime = fc.constantFrom<PaymentTime>('paid', 'paid_unseen', 'late', 'never')
const timesArray = (least: number) => fc.array(paymentTime, { minLength: least, maxLength: 4 })
const plan = fc.record({
  beforeBackup: timesArray(1),
  inArchivedLog: timesArray(1),
  inLostLog: timesArray(2),
  afterRestore: timesArray(2),
})

/** Draws random plans. The same seed gives the same plans. */
export const tailPlans = (runs: number, seed: number): TailPlan[] =>
  fc.sample(fc.noBias(plan), { seed, numRuns: runs })

export interface TailReport {
  problems: string[]
  false_payments: number
  cases: number
  seconds: number
}

type Operation = { inv_id: number; paid: boolean; shp: Record<string, string> }
/**
 * Makes a backup, creates more orders, and loses the machine with the end of its log. Then restores the backup and lets
 * the late payments arrive.
 */
export function runLossAndRestore(tailPlan: TailPlan): Promise<TailReport> {
  return withMachine((machine) => onMachine(machine, tailPlan))
}

async function onMachine(machine: Machine, tailPlan: TailPlan): Promise<TailReport> {
  const { before, robokassa, env, first, folder, archive, second, ends } = machine
  await listenFor(before, robokassa)

  const links: { paymentTime: PaymentTime; invoice: Invoice }[] = []
  const createLinks = async (api: RunningApi, times: PaymentTime[]) => {
    for (const one of times) links.push({ paymentTime: one, invoice: await createLink(api, robokassa, one) })
  }
  const vault = await openVault(before.ctx.config)
  await createLinks(before, tailPlan.beforeBackup)
  const practise = async (isOpened: boolean, privateKeys: string[] = []) => {
    const report = await drill(before.ctx, { vault, owner_url: first.url, folder, privateKeys })
    if (!report.is_sound) throw new Error(`no restore for practice: ${report.trouble}`)
    if (report.is_opened !== isOpened) throw new Error(`opened without a key, or not with it: ${isOpened}`)
  }
  await machine.copy({ isPlain: true })
  await practise(true)
  // Makes another backup, which must succeed even after a practice restore. It is encrypted, as all that follows.
  await machine.copy()
  await practise(false)
  await practise(true, [machine.privateKey])
  await createLinks(before, tailPlan.inArchivedLog)
  await waitUntilArchived(before, archive)
  await shipLog(before.ctx, vault, archive)
  const loggedInvoices = links.map(({ invoice }) => invoice.invoice_id)
  const numbers = new Set(loggedInvoices)
  await createLinks(before, tailPlan.inLostLog)
  for (const { invoice } of links) numbers.add(invoice.invoice_id)

  // Loses the machine with the part of the log that is not archived.
  await machine.lose()
  const unreadable = await machine.restoreWithout()
  if (!unreadable.includes('no private key is given'))
    throw new Error(`restored without the private key: ${unreadable}`)
  const plainKeys = (await vault.list('wal/')).filter((key) => !key.endsWith('.age'))
  if (plainKeys.length > 0) throw new Error(`in plain text: ${plainKeys}`)
  const startedAt = performance.now()
  const restoreReport = await machine.restore()
  const seconds = (performance.now() - startedAt) / 1000
  const server: RunningServer = await startPostgres(second, undefined, { throwaway: true })
  ends.push(() => server.stop())
  const restoredApi = await startApi(server.url, { ...env, DATABASE_URL: server.url })
  ends.push(() => restoredApi.close())
  await listenFor(restoredApi, robokassa)

  for (const { paymentTime: one, invoice } of links) if (one === 'late') await payLink(robokassa, invoice)
  const earlierCount = links.length
  await createLinks(restoredApi, tailPlan.afterRestore)
  for (const { paymentTime: one, invoice } of links.slice(earlierCount))
    if (one === 'late') await payLink(robokassa, invoice)
  await verifyAllPayments(restoredApi.ctx)

  const problems = restoreReport.secrets.map((sentence) => `told without reason: ${sentence}`)
  if (restoreReport.state.violations > 0)
    problems.push(`the restore found ${restoreReport.state.violations} violations`)
  const storedPayments = await restoredApi.ctx.db.selectFrom('payments').select('id').execute()
  for (const id of loggedInvoices)
    if (!storedPayments.some((payment) => payment.id === id))
      problems.push(`invoice ${id} of the kept log is gone`)
  for (const { invoice } of links.slice(earlierCount))
    if (numbers.has(invoice.invoice_id)) problems.push(`invoice ${invoice.invoice_id} was used before`)
  const comparison = await compareBooks(restoredApi, robokassa)
  return { ...comparison, problems: [...problems, ...comparison.broken], seconds }
}

/** Sets the address at which Robokassa calls this installation. */
async function listenFor({ server }: RunningApi, robokassa: ControlApi): Promise<void> {
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  await robokassa.post('/_control', { result_url: `${origin}/pay/robokassa/result` })
}

/**
 * Creates an order with a payment link, and pays it depending on `paymentTime`. The product and Robokassa know a `paid`
 * payment. Only Robokassa knows a `paid_unseen` payment.
 */
async function createLink(
  api: RunningApi,
  robokassa: ControlApi,
  paymentTime: PaymentTime,
): Promise<Invoice> {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  if (paymentTime === 'paid_unseen')
    await robokassa.post('/_control', { faults: [{ kind: 'drop', inv_id: invoice.invoice_id }] })
  if (paymentTime.startsWith('paid')) await payLink(robokassa, invoice)
  if (paymentTime === 'paid') await verifyPayment(api.ctx, invoice.invoice_id)
  return invoice
}

/** Pays a payment link. If it is already paid or refused, no money is taken. */
async function payLink(robokassa: ControlApi, { payment_url }: Invoice): Promise<void> {
  await robokassa.post('/_control/pay', { payment_url })
}

async function verifyPayment(ctx: Context, id: number): Promise<void> {
  const answer = await askProvider(ctx, id)
  await ctx.db.transaction().execute((tx) => applyAnswer(ctx, tx, id, answer))
}

/** Asks Robokassa about all payments, as the workers do within a day. */
async function verifyAllPayments(ctx: Context): Promise<void> {
  const rows = await ctx.db.selectFrom('payments').select('id').where('rail', '=', 'robokassa').execute()
  for (const { id } of rows) await verifyPayment(ctx, id)
}

/** Checks that every paid payment has its own operation at Robokassa, and that the product knows of all money there. */
async function compareBooks({ ctx }: RunningApi, robokassa: ControlApi) {
  const operations = (await robokassa.get<Operation[]>('/_operations')) as (Operation & { state?: string })[]
  const payments = await ctx.db.selectFrom('payments').select(['id', 'uuid', 'state']).execute()
  const cases = await ctx.db.selectFrom('payment_cases').select(['kind', 'invoice_id']).execute()
  const paidPayments = payments.filter(({ state }) => state === 'paid')
  const isOwn = ({ id, uuid }: { id: number; uuid: string }) =>
    operations.some(({ inv_id, shp }) => inv_id === id && shp.Shp_payment === uuid)
  const strangers = paidPayments.filter((payment) => !isOwn(payment))
  const knownInvoices = new Set([
    ...paidPayments.map(({ id }) => id),
    ...cases.map(({ invoice_id }) => invoice_id),
  ])
  const movements = await robokassa.get<{ operations: { inv_id: number; taken_kopecks: number }[] }>(
    '/_movements',
  )
  const unknownOperations = movements.operations.filter(
    ({ inv_id, taken_kopecks }) => taken_kopecks > 0 && !knownInvoices.has(inv_id),
  )
  const violations = await ctx.db.selectFrom('payment_invariant_violations').selectAll().execute()
  return {
    false_payments: strangers.length,
    cases: cases.length,
    broken: [
      ...strangers.map(({ id }) => `invoice ${id} is paid with money that is not its own`),
      ...unknownOperations.map(({ inv_id }) => `money under ${inv_id} is known to nobody here`),
      ...violations.map((row) => JSON.stringify(row)),
    ],
  }
}
