import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { World } from '#tests/support/servers/world.ts'
import { auditFlows, type Flows, type Movements, readStarMovements } from './audit-flows.ts'
import type { PaidOrder } from './journey.ts'

type ListingOutcome = {
  status: string
  amount: number | null
  payments: number
  confirmations: number
  approvals: number
  publications: number
}

/**
 * Checks that money and published orders agree.
 * @returns violations, in words
 */
export async function auditMoney(
  world: World,
  db: Db,
  { orders, boosts = [], refunds = [], stars = [] }: Partial<Flows> & { orders: PaidOrder[] },
): Promise<string[]> {
  const { operations } = await world.robokassa.get<Movements>('/_movements')
  const violations: string[] = []
  for (const { listing_id, invoice_id, title } of orders) {
    const invoiceOperations = operations.filter(({ inv_id }) => inv_id === invoice_id)
    const listingOutcome = await findOutcome(db, listing_id)
    const [operation] = invoiceOperations
    const findings = [
      invoiceOperations.length !== 1 && `${invoiceOperations.length} operations at the provider`,
      operation?.taken_kopecks !== listingOutcome.amount &&
        `${operation?.taken_kopecks} taken for ${listingOutcome.amount}`,
      operation?.returned_kopecks !== 0 && 'money went back',
      listingOutcome.status !== 'published' && `it is ${listingOutcome.status}`,
      listingOutcome.payments !== 1 && `${listingOutcome.payments} payments are paid`,
      listingOutcome.confirmations !== 1 && `it became paid ${listingOutcome.confirmations} times`,
      listingOutcome.approvals !== 1 && `${listingOutcome.approvals} approvals in the audit`,
      listingOutcome.publications !== 1 && `its publication was told ${listingOutcome.publications} times`,
    ]
    violations.push(...findings.filter((text) => text !== false).map((text) => `${title}: ${text}`))
  }
  const findings = [...(await auditFlows(world, db, { boosts, refunds, stars })), ...(await auditWhole(db))]
  return [
    ...violations,
    ...findings,
    ...(await comparePublications(world, db)),
    ...(await auditFees(world, db)),
  ]
}

/** Checks that the ledger balances, and that its fees equal the fees that the provider reported. */
async function auditFees(world: World, db: Db): Promise<string[]> {
  const providerOperations =
    await world.robokassa.get<{ inv_id: number; fee_kopecks: number }[]>('/_operations')
  const { rows } = await sql<{ payment_id: number; fee: number; sum: number }>`
    select payment_id, -sum(amount) filter (where account = 'fees')::int as fee, sum(amount)::int as sum
    from ledger_entries where payment_id is not null group by payment_id`.execute(db)
  return rows.flatMap(({ payment_id, fee, sum }) => [
    ...(sum === 0 ? [] : [`the ledger of payment ${payment_id} is out of balance by ${sum}`]),
    ...(fee === null ||
    providerOperations.some(({ inv_id, fee_kopecks }) => inv_id === payment_id && fee_kopecks === Number(fee))
      ? []
      : [`payment ${payment_id} has a fee of ${fee} that the provider did not keep`]),
  ])
}

/** Checks that the number of published orders equals the number of payments that the providers hold. */
async function comparePublications(world: World, db: Db): Promise<string[]> {
  type Operation = { inv_id: number; shp: Record<string, string> }
  const { operations } = await world.robokassa.get<Movements>('/_movements')
  const providerOperations = await world.robokassa.get<Operation[]>('/_operations')
  const orders = new Set(
    providerOperations.filter(({ shp }) => shp.Shp_kind === 'project').map(({ inv_id }) => inv_id),
  )
  const paidOperations = operations.filter(
    ({ inv_id, taken_kopecks, returned_kopecks }) => orders.has(inv_id) && taken_kopecks > returned_kopecks,
  )
  const starMovements = await readStarMovements(world)
  const paymentCount = paidOperations.length + starMovements.filter(({ kind }) => kind === 'payment').length
  const { published } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('published'))
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return published === paymentCount ? [] : [`${published} publications for ${paymentCount} payments`]
}

async function findOutcome(db: Db, listing_id: number): Promise<ListingOutcome> {
  const { rows } = await sql<ListingOutcome>`
    select l.status,
      (select sum(amount) from payments where listing_id = l.id and state = 'paid') amount,
      (select count(*) from payments where listing_id = l.id and state = 'paid') payments,
      (select count(*) from payment_events e join payments p on p.id = e.payment_id
        where p.listing_id = l.id and e.to_state = 'paid') confirmations,
      (select count(*) from audit_log where action = 'listing.approve'
        and subject_type = 'listing' and subject_id = l.id) approvals,
      (select count(*) from events where topic = 'listing.published'
        and (payload ->> 'listing_id')::bigint = l.id) publications
    from listings l where l.id = ${listing_id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`listing ${listing_id} is gone`)
  return { ...row, amount: row.amount === null ? null : Number(row.amount) }
}

/** Finds violations in the whole database after all background work is done. */
async function auditWhole(db: Db): Promise<string[]> {
  const violations = await db.selectFrom('payment_invariant_violations').selectAll().execute()
  const cases = await db.selectFrom('payment_cases').select(['kind', 'invoice_id']).execute()
  const deadTasks = await db
    .selectFrom('event_tasks')
    .select(['consumer', 'last_error'])
    .where('dead_at', 'is not', null)
    .execute()
  return [...violations, ...cases, ...deadTasks].map((row) => JSON.stringify(row))
}

/** Lists tasks, messages and payments that are not finished yet. */
export async function readOpenWork(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select concat_ws(' ', 'task', consumer, 'try', attempt, last_error) as what from event_tasks
      where done_at is null and dead_at is null and due_at < now() + interval '1 minute'
    union all
    select concat_ws(' ', 'message', kind, state, 'not before', next_at) from deliveries
      where state in ('pending', 'sending')
    union all
    select concat_ws(' ', 'payment', id, state) from payments
      where state in ('created', 'pending', 'refund_pending')`.execute(db)
  return rows.map(({ what }) => what)
}
