import { z } from 'zod'
import type { Currency } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { listCurrencies } from './queries.ts'

/** Currency to which all exchange rates refer. Rates are for display and sorting, never for charging. */
const base = 'RUB'

type Rate = { currency_id: number; rate_to_base: number; rate_date?: string }

/**
 * Sets an exchange rate by hand.
 * @throws not_found, invalid_input for the rouble or a future day
 */
export async function setRate(
  ctx: UserContext,
  { currency_id, rate_to_base, rate_date }: Rate,
): Promise<z.output<typeof Currency>> {
  const today = ctx.now().toISOString().slice(0, 10)
  const day = rate_date ?? today
  if (day > today) throw new AppError('invalid_input', { fields: [{ path: 'rate_date' }] })
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('currencies')
      .select(['code', 'rate_to_base', 'rate_date'])
      .where('id', '=', currency_id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    if (before.code === base) throw new AppError('invalid_input', { fields: [{ path: 'currency_id' }] })
    const after = { rate_to_base: String(rate_to_base), rate_date: day }
    await tx.updateTable('currencies').set(after).where('id', '=', currency_id).execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'currency.rate',
      subject: { type: 'currency', id: currency_id },
      before,
      after,
    })
  })
  const currencies = await listCurrencies(ctx.db, ctx.language, ctx.now().toISOString())
  const currency = currencies.find(({ id }) => id === currency_id)
  if (!currency) throw new AppError('not_found')
  return currency
}

const Day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date())
const Amount = z.number().positive().max(1e9)

/**
 * Formats in which a source may publish the daily exchange rates in roubles: a plain table, and the widely mirrored
 * format of the Bank of Russia.
 */
const Published = z.union([
  z.object({ date: Day, rates: z.record(z.string(), Amount) }),
  z
    .object({
      Date: Day,
      Valute: z.record(z.string(), z.object({ Nominal: Amount, Value: Amount })),
    })
    .transform(({ Date: date, Valute }) => ({
      date,
      rates: Object.fromEntries(
        Object.entries(Valute).map(([code, { Nominal, Value }]) => [code, Value / Nominal]),
      ),
    })),
])

/** Largest size of an answer from the source of exchange rates, in bytes. */
const maxBytes = 1_000_000

async function fetchRates(address: string) {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`rates: status ${answer.status}`)
  const text = await answer.text()
  if (text.length > maxBytes) throw new Error('rates: too long')
  return Published.parse(JSON.parse(text))
}

/** Returns the codes of currencies whose exchange rate is older than this many days. */
export async function listStaleRates(
  { db, now }: Pick<Context, 'db' | 'now'>,
  days: number,
): Promise<string[]> {
  const oldest = new Date(now().getTime() - days * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const rows = await db
    .selectFrom('currencies')
    .select('code')
    .where('code', '<>', base)
    .where('rate_date', '<', oldest)
    .orderBy('id')
    .execute()
  return rows.map(({ code }) => code)
}

/**
 * Fetches today's exchange rates unless they are stored already. A currency keeps its rate if the source does not know
 * it, or if its rate was set by hand later.
 * @returns number of changed rates
 * @throws if the source does not answer or its answer is invalid
 */
export async function refreshRates(ctx: Context, address: string): Promise<number> {
  if ((await listStaleRates(ctx, 0)).length === 0) return 0
  const { date, rates } = await fetchRates(address)
  return ctx.db.transaction().execute(async (tx) => {
    let changed = 0
    for (const [code, rate] of Object.entries(rates)) changed += await updateRate(tx, code, rate, date)
    return changed
  })
}

async function updateRate(tx: Tx, code: string, rate: number, rate_date: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('currencies')
    .set({ rate_to_base: rate.toFixed(8), rate_date })
    .where('code', '=', code)
    .where('code', '<>', base)
    .where('rate_date', '<', rate_date)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
