import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { paymentCaseKinds, paymentCases } from '#contract/payment-cases.ts'
import { checkCaseAgain } from '#services/payments/cases/case-acts.ts'
import { type CaseResolution, type ResolvingAct, resolveCase } from '#services/payments/cases/resolve-case.ts'
import { type Scene, scenes } from '#tests/support/money/case-scenes.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { payAtProvider } from '#tests/support/money/provider-orders.ts'
import { openConfirmations } from '#tests/support/people/admin-press.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

let setup: ProviderSetup
let admin: Person
beforeAll(async () => {
  setup = await setUpProvider()
  // Result calls of the provider do not arrive, so payments are found by inquiries.
  await setup.robokassa.post('/_control', { result_url: 'http://127.0.0.1:9/' })
})
beforeEach(async () => {
  await setup.faults()
  admin = await moderator(setup.api)
})

const resolveAsAdmin = (resolution: Omit<CaseResolution, 'reason'>) =>
  resolveCase(
    { ...setup.api.ctx, viewer: { id: admin.id } },
    { ...resolution, reason: 'разобрались' },
    async () => {},
  )

/** Result of an admin's action: `accepted`, or the error code of the refusal. */
async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function findCaseOf(kind: string, invoice_id: number) {
  const { items } = await admin.call('GET /api/admin/cases', { query: { per_page: 100 } })
  const foundCase = items.find((one) => one.kind === kind && one.invoice_id === invoice_id)
  if (!foundCase) throw new Error(`no case ${kind} of ${invoice_id}`)
  return foundCase
}

/** Waits until the provider completes pending refunds. The product's clock and the provider's clock advance. */
async function finishRefunds(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await takeSteps(setup.api.ctx)
    await setup.faults()
    await setup.letPass(60_000)
  }
}

/**
 * Reads everything that must be empty after a payment case is resolved: open cases, violations, held money and the sum
 * of the ledger.
 */
async function readOpenProblems() {
  const { db } = setup.api.ctx
  const cases = await db.selectFrom('payment_cases').select('kind').where('state', '=', 'open').execute()
  const violations = await db
    .selectFrom('payment_invariant_violations')
    .select(['violation', 'payment_id'])
    .execute()
  const heldEntries = await db
    .selectFrom('ledger_standings')
    .select(['account', 'amount'])
    .where('account', 'in', ['suspense', 'returning'])
    .execute()
  const { rows } = await db
    .selectFrom('ledger_balances')
    .select(['currency', 'amount'])
    .execute()
    .then((rows) => ({ rows }))
  const sum = rows.reduce((total, { amount }) => total + Number(amount), 0)
  return { cases: cases.map(({ kind }) => kind), violations, held: heldEntries, sum }
}

const noOpenProblems = { cases: [], violations: [], held: [], sum: 0 }

describe.each(paymentCaseKinds)('a case of kind %s', (kind) => {
  test('is ended by each act that it offers, and nothing is left of it', async () => {
    const offeredActs = new Set<string>()
    for (const scene of Object.values<Scene>(scenes[kind])) {
      const acts = (await findCaseOf(kind, await scene(setup))).acts
      for (const act of acts) offeredActs.add(act)
      for (const [index, act] of acts.filter((one): one is ResolvingAct => one !== 'check').entries()) {
        // The first action resolves the case that was inspected. Each further action needs a new case.
        const invoice_id = index === 0 ? undefined : await scene(setup)
        const openCases = await admin.call('GET /api/admin/cases', { query: { kind } })
        const foundCase = invoice_id === undefined ? openCases.items[0] : await findCaseOf(kind, invoice_id)
        await resolveAsAdmin({ case_id: foundCase?.id ?? 0, act })
        await finishRefunds()
        admin = await moderator(setup.api)
        expect({ act, ...(await readOpenProblems()) }).toEqual({ act, ...noOpenProblems })
      }
    }
    expect([...offeredActs].sort()).toEqual([...paymentCases[kind]].sort())
  })
})

test.each(['refund', 'credit'] as const)(
  'a %s of the second payment leaves what the first one bought',
  async (act) => {
    const [scene] = Object.values(scenes.double_payment)
    const invoice_id = (await scene?.(setup)) ?? 0
    const statusOf = () =>
      setup.api.ctx.db
        .selectFrom('payments')
        .innerJoin('listings', 'listings.id', 'payments.listing_id')
        .select('listings.status')
        .where('payments.id', '=', invoice_id)
        .executeTakeFirstOrThrow()
    expect(await statusOf()).toEqual({ status: 'moderation' })
    const { id } = await findCaseOf('double_payment', invoice_id)
    expect(await outcomeOf(resolveAsAdmin({ case_id: id, act }))).toBe('accepted')
    expect(await statusOf()).toEqual({ status: 'moderation' })
    // The credit that stood for the money goes with it; nobody gets both.
    const credits = setup.api.ctx.db.selectFrom('credits').select('product')
    expect(await credits.where('source_payment_id', '=', invoice_id).execute()).toEqual(
      act === 'refund' ? [] : [{ product: 'project' }],
    )
    await finishRefunds()
    admin = await moderator(setup.api)
  },
)

test('money of another sum, taken as it came, stands in the books as it was credited', async () => {
  const invoice_id = await scenes.amount_mismatch['another sum was paid by a link of before']?.(setup)
  const { id } = await findCaseOf('amount_mismatch', invoice_id ?? 0)
  expect(await outcomeOf(resolveAsAdmin({ case_id: id, act: 'apply' }))).toBe('accepted')
  const standingRows = setup.api.ctx.db.selectFrom('ledger_standings').select(['account', 'amount'])
  const rows = await standingRows.where('payment_id', '=', invoice_id ?? 0).execute()
  const amounts = Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
  expect(amounts).toEqual({ provider: -288_300, product: 288_300 })
})

test('an act that a case does not offer is refused, and a case ends once', async () => {
  const [scene] = Object.values(scenes.orphan)
  const { id } = await findCaseOf('orphan', (await scene?.(setup)) ?? 0)
  expect(await outcomeOf(resolveAsAdmin({ case_id: id, act: 'refund' }))).toBe('wrong_state')
  const outcomes = await Promise.all(
    [1, 2].map(() => outcomeOf(resolveAsAdmin({ case_id: id, act: 'accept' }))),
  )
  expect(outcomes.sort()).toEqual(['accepted', 'wrong_state'])
})

test('the provider that is asked again ends the case', async () => {
  const [scene] = Object.values(scenes.late)
  const invoice_id = (await scene?.(setup)) ?? 0
  const { payment_url } = await setup.api.ctx.db
    .selectFrom('payments')
    .select('payment_url')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  await payAtProvider(setup, { payment_url: payment_url ?? '' })
  const { id } = await findCaseOf('late', invoice_id)
  const tomorrowTime = new Date(setup.api.ctx.now().getTime() + 86_400_000).toISOString()
  const scheduledPayments = setup.api.ctx.db.updateTable('payments').where('next_check_at', 'is not', null)
  await scheduledPayments.set({ next_check_at: tomorrowTime }).execute()
  await checkCaseAgain({ ...setup.api.ctx, viewer: { id: admin.id } }, id)
  expect(await setup.verifyDue()).toEqual([invoice_id])
  expect(await readOpenProblems()).toEqual(noOpenProblems)
})

test('no credit is offered to who deleted the account', async () => {
  const [scene] = Object.values(scenes.refund_failed)
  const invoice_id = (await scene?.(setup)) ?? 0
  const { payer_id } = await setup.api.ctx.db
    .selectFrom('payments')
    .select('payer_id')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  await setup.api.ctx.db
    .updateTable('users')
    .set({ status: 'deleted', telegram_id: null })
    .where('id', '=', payer_id)
    .execute()
  const { id, acts } = await findCaseOf('refund_failed', invoice_id)
  expect(acts).toEqual(['refund', 'returned'])
  expect(await outcomeOf(resolveAsAdmin({ case_id: id, act: 'credit' }))).toBe('wrong_state')
  await resolveAsAdmin({ case_id: id, act: 'returned' })
  expect(await readOpenProblems()).toEqual(noOpenProblems)
})

test('what an admin wants happens with the press in the bot, and is audited', async () => {
  const confirmations = await openConfirmations(setup.api)
  const [scene] = Object.values(scenes.orphan)
  const { id } = await findCaseOf('orphan', (await scene?.(setup)) ?? 0)
  const body = { act: 'returned' as const, reason: 'вернули в кабинете' }
  const confirmation = await confirmations.confirmInBot(admin, () =>
    admin.call('POST /api/admin/cases/:id/finish', { params: { id }, body }),
  )
  expect(confirmation).toMatchObject({ act: 'case.finish', state: 'done' })
  const audit = setup.api.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .where('subject_type', '=', 'payment_case')
    .where('subject_id', '=', id)
    .where('action', '=', 'case.returned')
  expect(await audit.execute()).toEqual([{ actor_id: admin.id, action: 'case.returned' }])
  expect(await readOpenProblems()).toEqual(noOpenProblems)
})
