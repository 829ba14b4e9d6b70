import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { payableStates } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyAnswer, holdForeign } from './actions.ts'
import { askProvider } from './inquiries.ts'
import { undecided } from './match-operation.ts'

/** An older state of the database came back: what was given out and paid after it is not known here any more. */

/** As far as the numbers of invoices go on; the provider allows 2,147,483,647. */
const invoiceLeap = 100_000
/** Where they begin in a new installation. */
const firstInvoice = 1001
/** Ids stand in links, buttons and tokens that people still have: no new thing may answer to an old one's id. */
const idLeap = 10_000
/** So many numbers in a row that the provider does not know, and there were no more. */
const unknownInARow = 100
/** How far before the backup paid money may have been on its way. */
const lookBackDays = 3

/**
 * Moves every counter of the database far ahead of what may have been given out after the backup.
 * @param owner who owns the counters
 * @returns the last number of an invoice that was known, and the next
 */
export async function moveNumbers(owner: Db): Promise<{ known: number; next: number }> {
  return owner.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; last: number; most: number }>`
      select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name,
        coalesce(last_value, start_value - 1)::float8 as last, max_value::float8 as most
      from pg_sequences where schemaname = 'public'`.execute(tx)
    const invoices = { known: await lastInvoice(tx), next: 0 }
    for (const { name, last, most } of rows) {
      const isInvoices = name === 'public.payment_invoice_numbers'
      const next = last + (isInvoices ? invoiceLeap : idLeap)
      if (isInvoices) invoices.next = next
      // A small counter is of something small, whose ids nobody has in a link.
      if (next < most / 2) await sql`select setval(${name}::text::regclass, ${next}::int8, false)`.execute(tx)
    }
    return invoices
  })
}

/** The counter itself is some numbers ahead after every crash of the server. */
async function lastInvoice(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? firstInvoice - 1
}

export interface Found {
  asked: number
  /** Invoices known here whose money came without us. */
  paid: number[]
  /** Numbers that were given out after the backup, whose money waits in a case for a person. */
  strange: number[]
  /** Invoices about which the provider did not answer; the workers go on asking. */
  unanswered: number[]
}

type Progress = (asked: number) => void

/**
 * Asks the provider about every invoice that may have been paid since the backup, and about the numbers that were
 * given out after it until it knows none any more. Money of ours is applied as always; money under a number that is
 * not known here becomes a case.
 * @param known the last number of an invoice that the backup knows
 * @param gapMs between two questions
 */
export async function askAboutLost(
  ctx: Context,
  known: number,
  { gapMs, say = () => {} }: { gapMs: number; say?: Progress },
): Promise<Found> {
  const found: Found = { asked: 0, paid: [], strange: [], unanswered: [] }
  const ask = async (id: number): Promise<OperationState | undefined> => {
    say(++found.asked)
    await wait(gapMs)
    return askProvider(ctx, id).catch(() => {
      found.unanswered.push(id)
      return undefined
    })
  }
  for (const id of await listUndecided(ctx)) {
    const answer = await ask(id)
    if (!answer) continue
    await ctx.db.transaction().execute((tx) => applyAnswer(ctx, tx, id, answer))
    if (await isPaid(ctx, id)) found.paid.push(id)
  }
  for (let [id, unknown] = [known + 1, 0]; unknown < unknownInARow && id < known + invoiceLeap; id += 1) {
    const answer = await ask(id)
    // Who answers nothing is not asked for ever; the register of the provider tells the rest.
    unknown = answer && answer.meaning !== 'not_found' ? 0 : unknown + 1
    if (!answer || !(answer.meaning === 'paid' || undecided.has(answer.meaning))) continue
    const details = { why: 'restored', shp: answer.shp, received: answer.out_sum_kopecks }
    await ctx.db
      .transaction()
      .execute((tx) => holdForeign(ctx, tx, 'orphan', id, { details, amount: answer.out_sum_kopecks }))
    found.strange.push(id)
  }
  return found
}

/** Invoices that money may still have reached, or did lately, by the state that was restored. */
async function listUndecided(ctx: Context): Promise<number[]> {
  const since = new Date(ctx.now().getTime() - lookBackDays * 24 * 60 * 60_000).toISOString()
  const rows = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('rail', '=', 'robokassa')
    .where('state', 'in', payableStates)
    .where((eb) => eb.or([eb('state', 'in', ['created', 'pending']), eb('expires_at', '>', since)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function isPaid(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'paid'
}
