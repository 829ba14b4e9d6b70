import { sql } from 'kysely'
import type { z } from 'zod'
import type { MoneyReport } from '#contract/calls/admin-money-shapes.ts'
import type { LedgerAccount } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { operatorsPriority } from '#services/notifications/staff-chats.ts'

export type Report = z.output<typeof MoneyReport>

const moscow = 3 * 3_600_000
const dayMs = 24 * 3_600_000
/** Hour of the day in Moscow at which the report about the previous day becomes due. */
const reportHour = 9

/**
 * Accounts in the order of the report: where the money is, and at last what came from the providers, which is their sum.
 * In the ledger money that came is a minus, because it left the provider; people read it as a sum of money.
 */
const accountOrder: LedgerAccount[] = ['product', 'suspense', 'credit', 'returning', 'fees', 'provider']

/** Returns the date in Moscow at a time, such as 2026-11-22. */
export const moscowDate = (now: Date): string => new Date(now.getTime() + moscow).toISOString().slice(0, 10)

/**
 * Reads the daily report about money. It contains the differences found on that day by comparison with registers and
 * with Telegram's Star transactions, and the present credits and balances.
 */
export async function readReport({ db }: Context, day: string): Promise<Report> {
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - moscow)
  const to = new Date(from.getTime() + dayMs)
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from.toISOString()} and ${sql.ref(column)} < ${to.toISOString()}`
  const opened = (kind: string) => sql`(select count(*)::int from payment_cases
    where kind = ${kind} and ${within('opened_at')})`
  const { rows } = await sql<Omit<Report, 'day'>>`
    select
      (select count(*)::int from register_operations join register_imports on register_imports.id = import_id
        where verdict = 'matched' and ${within('imported_at')}) as matched,
      ${opened('late')} as late, ${opened('missing')} as missing, ${opened('surplus')} as surplus,
      ${opened('returned_outside')} as returned_outside,
      (select coalesce(json_agg(json_build_object('kind', kind, 'count', count) order by kind), '[]') from
        (select kind, count(*)::int from payment_cases where state = 'open' group by kind) kinds) as open_cases,
      (select count(*)::int from credits where spent_payment_id is null) as credits,
      (select coalesce(json_agg(json_build_object('account', account, 'currency', currency,
          'amount', case when account = 'provider' then -1 else 1 end
            * case when currency = 'XTR' then amount else amount::float8 / 100 end)
          order by currency, array_position(${sql.val(accountOrder)}::text[], account)), '[]')
        from ledger_balances where amount <> 0) as balances`.execute(db)
  const [row] = rows
  if (!row) throw new Error('counting found no row')
  return { day, ...row }
}

/**
 * Sends the operators the report about the previous day in the morning. It is sent only once, even if several processes
 * try.
 */
export async function sendReport(ctx: Context): Promise<void> {
  const now = ctx.now()
  if (new Date(now.getTime() + moscow).getUTCHours() < reportHour) return
  const day = moscowDate(new Date(now.getTime() - dayMs))
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.OPS_CHAT_ID },
      kind: 'money_report',
      payload: { day },
      priority: operatorsPriority.money,
    }),
  )
}
