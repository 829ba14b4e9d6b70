import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminTariff } from '#contract/calls/admin-directories.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { amount, nameIn } from '#services/reference/projections.ts'
import { isOpenSpeciality } from '#services/reference/queries.ts'

export type NewTariff = {
  product: PaymentKind
  category_id: number | null
  period_days: number | null
  /** Price of the tariff in kopecks. */
  amount: number
  /** Date in Moscow from which the price applies; null means immediately. */
  valid_from: string | null
}

/** Returns the time at which a day begins in Moscow. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+03:00`)

/**
 * Adds a tariff with a new price. Existing tariffs never change: paid payments and open invoices keep the tariff with
 * which they were made.
 * @param markDone function that runs at the end of the transaction
 * @throws not_found unless the category is a speciality; invalid_input for a wrong period or a day that has begun
 */
export async function setTariff(
  ctx: ActorContext,
  { valid_from: day, ...tariff }: NewTariff,
  markDone: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { product, category_id, period_days } = tariff
  const wrong = (path: string) => new AppError('invalid_input', { fields: [{ path }] })
  const now = ctx.now()
  const from = day === null ? now : startOfDay(day)
  await ctx.db.transaction().execute(async (tx) => {
    if (category_id !== null && !(await isOpenSpeciality(tx, category_id))) throw new AppError('not_found')
    if ((product === 'response') !== (period_days === null)) throw wrong('period_days')
    if (from < now) throw wrong('valid_from')
    const valid_from = from.toISOString()
    const added = await tx
      .insertInto('tariffs')
      .values({ ...tariff, valid_from })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    // No row was added, because the same product already has a price with the same first day.
    if (!added) throw wrong('valid_from')
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'tariff.set',
      subject: { type: 'tariff', id: added.id },
      after: { ...tariff, amount: tariff.amount / 100, valid_from },
    })
    await markDone(tx)
  })
}

/** Lists all tariffs ever set, with the number of sales of each. Tariffs that apply now come first. */
export async function listTariffs(
  { db, now }: Context,
  language: Language,
): Promise<z.output<typeof AdminTariff>[]> {
  const at = now().toISOString()
  const line = sql`partition by tariff.product, tariff.category_id, tariff.period_days`
  const state = sql<z.output<typeof AdminTariff>['state']>`case
    when tariff.valid_from > ${at}::timestamptz then 'later'
    when tariff.valid_from = max(tariff.valid_from) filter (where tariff.valid_from <= ${at}::timestamptz)
      over (${line}) then 'now' else 'past' end`
  return db
    .with('listed', (query) =>
      query
        .selectFrom('tariffs as tariff')
        .leftJoin('categories as category', 'category.id', 'tariff.category_id')
        .select(['tariff.id', 'tariff.product', 'tariff.period_days', 'tariff.valid_from'])
        .select([
          sql<z.output<typeof AdminTariff>['category']>`case when category.id is not null then
            json_build_object('id', category.id, 'name', ${nameIn(language, 'category')}) end`.as('category'),
          sql<number>`${amount('tariff.amount')}`.as('amount'),
          state.as('state'),
          sql<number>`(select count(*)::int from payments
            where tariff_id = tariff.id and state = 'paid')`.as('sold'),
        ]),
    )
    .selectFrom('listed')
    .selectAll()
    .orderBy(sql`array_position(array['now', 'later', 'past'], state)`)
    .orderBy('product')
    .orderBy('period_days')
    .orderBy('valid_from', 'desc')
    .execute()
}

/**
 * Returns the name of a category, for the bot's question whether to set a price.
 * @returns null for a price that applies to all categories
 */
export async function categoryName(db: Db, id: number | null, language: Language): Promise<string | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('categories as category')
    .select(nameIn(language, 'category').as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}
