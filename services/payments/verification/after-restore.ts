import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { payableStates } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyAnswer, holdForeignMoney } from './actions.ts'
import { askProvider } from './inquiries.ts'
import { heldStates } from './match-operation.ts'

/** Recovery after a restore of an older backup, which lacks the payments and ids that were created after it. */

/** Size of the gap in invoice numbers after a restore. The provider allows numbers up to 2,147,483,647. */
const skippedInvoiceNumbers = 100_000
/** First invoice number of a new installation. */
const firstInvoice = 1001
/**
 * Size of the gap in the ids of each other table after a restore. People still have links, buttons and tokens with ids
 * issued after the backup, and no new row may get such an id.
 */
const skippedIds = 10_000
/**
 * The search for lost invoices stops after this number of consecutive invoice numbers that the provider does not know.
 */
const unknownInARow = 100
/**
 * Number of days before the restore. The provider is also asked about invoices whose links expired within these days.
 */
const recentDays = 3

/**
 * Moves every sequence of the database far beyond the values that may have been issued after the backup.
 * @param owner connection as the owner of the sequences
 * @returns the last invoice number in the backup, and the next one to be issued
 */
export async function advanceSequences(owner: Db): Promise<{ known: number; next: number }> {
  return owner.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; last: number; most: number }>`
      select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name,
        coalesce(last_value, start_value - 1)::float8 as last, max_value::float8 as most
      from pg_sequences where schemaname = 'public'`.execute(tx)
    const invoices = { known: await lastInvoice(tx), next: 0 }
    for (const { name, last, most } of rows) {
      const isInvoices = name === 'public.payment_invoice_numbers'
      const next = last + (isInvoices ? skippedInvoiceNumbers : skippedIds)
      if (isInvoices) invoices.next = next
      // A sequence with few possible values is not advanced. It numbers a small list, whose ids appear in no links.
      if (next < most / 2) await sql`select setval(${name}::text::regclass, ${next}::int8, false)`.execute(tx)
    }
    return invoices
  })
}

/**
 * Last invoice number in the backup. It is read from the payments, because the sequence skips numbers after a crash of
 * the server.
 */
async function lastInvoice(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? firstInvoice - 1
}

export interface RestoreReport {
  asked: number
  /** Ids of restored invoices that turned out to be paid. */
  paid: number[]
  /** Invoice numbers that were issued after the backup. The money paid for them is kept in payment cases. */
  unknownNumbers: number[]
  /** Invoices about which the provider gave no answer; the workers go on asking. */
  unanswered: number[]
}

type Progress = (inquiries: number) => void

/**
 * Asks the provider about every restored invoice that may have been paid since the backup, then about later invoice
 * numbers until the provider knows no more of them. Money for a restored invoice is applied as usual. Money for any
 * other number opens a payment case.
 * @param known last invoice number in the backup
 * @param gapMs wait between two requests
 */
export async function askAboutLostInvoices(
  ctx: Context,
  known: number,
  { gapMs, onProgress = () => {} }: { gapMs: number; onProgress?: Progress },
): Promise<RestoreReport> {
  const restoreReport: RestoreReport = { asked: 0, paid: [], unknownNumbers: [], unanswered: [] }
  const inquire = async (id: number): Promise<OperationState | undefined> => {
    onProgress(++restoreReport.asked)
    await wait(gapMs)
    return askProvider(ctx, id).catch(() => {
      restoreReport.unanswered.push(id)
      return undefined
    })
  }
  for (const id of await listUndecided(ctx)) {
    const answer = await inquire(id)
    if (!answer) continue
    await ctx.db.transaction().execute((tx) => applyAnswer(ctx, tx, id, answer))
    if (await isPaid(ctx, id)) restoreReport.paid.push(id)
  }
  for (
    let [id, unknown] = [known + 1, 0];
    unknown < unknownInARow && id < known + skippedInvoiceNumbers;
    id += 1
  ) {
    const answer = await inquire(id)
    // An invoice number without an answer counts as unknown, so that the loop ends. If the invoice was paid, the
    // provider's register shows it later.
    unknown = answer && answer.meaning !== 'not_found' ? 0 : unknown + 1
    if (!answer || !(answer.meaning === 'paid' || heldStates.has(answer.meaning))) continue
    const details = { why: 'restored', shp: answer.shp, received: answer.out_sum_kopecks }
    await ctx.db
      .transaction()
      .execute((tx) => holdForeignMoney(ctx, tx, 'orphan', id, { details, amount: answer.out_sum_kopecks }))
    restoreReport.unknownNumbers.push(id)
  }
  return restoreReport
}

/** Restored invoices that may still be paid, or whose links expired recently. */
async function listUndecided(ctx: Context): Promise<number[]> {
  const since = new Date(ctx.now().getTime() - recentDays * 24 * 60 * 60_000).toISOString()
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
