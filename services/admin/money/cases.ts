import { sql } from 'kysely'
import type { z } from 'zod'
import type { PaymentCase } from '#contract/calls/admin-money-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { actsOf, type PaymentCaseKind } from '#contract/payment-cases.ts'
import type { Db } from '#db/index.ts'
import { type Page, type Paging, readPage, total } from '#services/admin/pages.ts'

type Case = z.output<typeof PaymentCase>
type Filter = Paging & { state: 'open' | 'resolved'; kind?: PaymentCaseKind }
type Details = Record<string, unknown>

/** SQL for the payment that a case is about, with the facts that decide which acts are possible. */
const payment = sql<
  | (NonNullable<Case['payment']> & {
      rail: 'robokassa' | 'stars' | 'credit'
      amount: number
      currency: string
      has_credit: boolean
      is_credit_spent: boolean
      is_payer_gone: boolean
      /** True if the case is about other money than the payment's, and the payment only has the same invoice number. */
      is_stray: boolean
    })
  | null
>`(select json_build_object('id', p.id, 'state', p.state, 'kind', p.kind, 'payer_id', p.payer_id,
    'payer_name', payer.full_name, 'listing_id', l.id, 'listing_kind', l.kind, 'title', l.title,
    'rail', p.rail, 'amount', p.amount, 'currency', p.currency, 'has_credit', c.id is not null,
    'is_credit_spent', c.spent_payment_id is not null, 'is_payer_gone', payer.status = 'deleted',
    'is_stray', payment_cases.payment_id is null)
  from payments p
  join users payer on payer.id = p.payer_id
  left join responses r on r.id = p.response_id
  join listings l on l.id = coalesce(p.listing_id, r.listing_id)
  left join credits c on c.source_payment_id = p.id
  where p.id = payment_cases.payment_id
    or (payment_cases.payment_id is null and p.id = payment_cases.invoice_id and p.rail = 'robokassa'))`

function selectCases(db: Db) {
  return db
    .selectFrom('payment_cases')
    .leftJoin('users as resolver', 'resolver.id', 'payment_cases.resolved_by')
    .select(['payment_cases.id', 'kind', 'state', 'invoice_id', 'details', 'opened_at', 'resolved_at'])
    .select(['resolution', 'resolver.full_name as resolved_by', payment.as('payment'), total])
}
type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>['execute']>>[number]

/** Lists payment cases: open cases by longest wait, closed cases by date with the newest first. */
export async function listCases(db: Db, filter: Filter): Promise<Page<Case>> {
  const { state, kind } = filter
  const matching = selectCases(db)
    .where('state', '=', state)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'orphan'))
    .orderBy('payment_cases.id', state === 'open' ? 'asc' : 'desc')
  const { items, pagination } = await readPage(matching, filter)
  return { items: items.map(toCase), pagination }
}

/** @throws not_found if the payment case does not exist */
export async function getCase(db: Db, id: number): Promise<Case> {
  const row = await selectCases(db).where('payment_cases.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toCase(row)
}

function toCase({ details, payment, ...row }: Omit<CaseRow, 'total'>): Case {
  const { source, at } = details as Details
  const currency = text(details, 'currency') ?? payment?.currency ?? 'RUB'
  const sum = (amount: number | undefined, code: string) =>
    amount === undefined ? null : { amount: code === 'XTR' ? amount : amount / 100, currency: code }
  return {
    ...row,
    source: source === 'register' || source === 'stars' || source === 'admin' ? source : null,
    expected: sum(
      number(details, 'expected') ?? (payment?.is_stray ? undefined : payment?.amount),
      payment?.currency ?? currency,
    ),
    received: sum(number(details, 'received') ?? number(details, 'amount'), currency),
    happened_at: typeof at === 'string' ? at : null,
    note: text(details, 'refusal') ?? text(details, 'note') ?? null,
    payment: payment && toShownPayment(payment),
    acts: row.state === 'open' ? actsOf(row.kind, payment?.is_stray ? null : payment) : [],
  }
}

const number = (details: Details, name: string) =>
  typeof details[name] === 'number' ? details[name] : undefined
const text = (details: Details, name: string) =>
  typeof details[name] === 'string' ? details[name] : undefined

function toShownPayment({
  rail,
  amount,
  currency,
  has_credit,
  is_credit_spent,
  is_payer_gone,
  is_stray,
  ...payment
}: NonNullable<CaseRow['payment']>) {
  return payment
}
