import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listingMoves,
  moderationMoves,
  moderationStates,
  paymentMoves,
  paymentStates,
  requestStatuses,
  responseMoves,
} from '#contract/lifecycle.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { client } from '#tests/support/people/people.ts'

/** The database itself refuses state changes that contract/lifecycle.ts does not name, whichever program makes them. */
let api: Api
let user_id: number
let listing_id: number
const now = '2026-03-01T10:00:00Z'

beforeAll(async () => {
  api = await openApi()
  user_id = (await client(api)).id
  const otherOrder = {
    kind: 'order',
    author_id: (await client(api)).id,
    title: 'Сайт',
    content_hash: '',
  } as const
  const row = await api.ctx.db
    .insertInto('listings')
    .values(otherOrder)
    .returning('id')
    .executeTakeFirstOrThrow()
  listing_id = row.id
})

type Row = Record<string, unknown>
type StateMoves = Record<string, object>
type Table = 'listings' | 'responses' | 'payments' | 'moderation_tasks'

/** For each table, a valid row and the columns that a state requires. */
const rows: Record<
  Table,
  { column: string; moves: StateMoves; row: () => Row; columnsOf: (state: string) => Row }
> = {
  listings: {
    column: 'status',
    moves: listingMoves,
    row: () => ({ kind: 'order', author_id: user_id, title: 'Сайт', content_hash: '', published_at: now }),
    columnsOf: (status) => {
      // A request for a service is a private order, which was never published.
      const isRequest = (requestStatuses as readonly string[]).includes(status)
      return {
        hidden_reason: status === 'hidden' ? 'owner' : null,
        audience: isRequest ? 'private' : 'public',
        published_at: isRequest ? null : now,
      }
    },
  },
  responses: {
    column: 'status',
    moves: responseMoves,
    row: () => ({ listing_id, user_id, response_text: 'Сделаю' }),
    columnsOf: () => ({}),
  },
  payments: {
    column: 'state',
    moves: paymentMoves,
    row: () => ({
      ...{ kind: 'project', listing_id, payer_id: user_id },
      ...{ amount: 0, rail: 'credit', source: 'credit', expires_at: now },
    }),
    columnsOf: (state) => ({ paid_at: ['paid', 'refund_pending', 'refunded'].includes(state) ? now : null }),
  },
  moderation_tasks: {
    column: 'state',
    moves: moderationMoves,
    row: () => ({ subject: 'listing', listing_id, reason: 'Слова', claimed_by: user_id, claimed_until: now }),
    columnsOf: (state) => ({ effective_at: ['approved', 'rejected'].includes(state) ? now : null }),
  },
}

/**
 * Tries each pair of states in a transaction that is rolled back.
 * @returns the pairs that the database allows, as `before after`
 */
async function findAllowedMoves(table: Table): Promise<string[]> {
  const { column, moves, row, columnsOf } = rows[table]
  const states = Object.keys(moves)
  const allowed: string[] = []
  const tx = await api.ctx.db.startTransaction().execute()
  const execute = (text: ReturnType<typeof sql>) => text.execute(tx)
  const values = (columns: Row) => Object.values(columns).map((value) => sql`${value}`)
  const names = (columns: Row) => Object.keys(columns).map((name) => sql.id(name))
  for (const stateBefore of states) {
    await execute(sql`savepoint before`)
    const firstRow = { ...row(), ...columnsOf(stateBefore), [column]: stateBefore }
    const { rows: made } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(names(firstRow))}) values (${sql.join(values(firstRow))}) returning id
    `.execute(tx)
    for (const stateAfter of states.filter((state) => state !== stateBefore)) {
      await execute(sql`savepoint after`)
      const columnsAfter = Object.entries({ ...columnsOf(stateAfter), [column]: stateAfter })
      const assignments = sql.join(columnsAfter.map(([name, value]) => sql`${sql.id(name)} = ${value}`))
      await execute(sql`update ${sql.table(table)} set ${assignments} where id = ${made[0]?.id}`).then(
        () => allowed.push(`${stateBefore} ${stateAfter}`),
        (error: { code: string; message: string }) => {
          expect(error.message).toBe(`${table}: no move leads from ${stateBefore} to ${stateAfter}`)
        },
      )
      await execute(sql`rollback to savepoint after`)
    }
    await execute(sql`rollback to savepoint before`)
  }
  await tx.rollback().execute()
  return allowed.sort()
}

/** Returns the state changes that contract/lifecycle.ts allows, as 'before after', without duplicates. */
function movesNamedBy(moves: StateMoves): string[] {
  const pairs = Object.entries(moves).flatMap(([before, after]) =>
    Object.values(after).flatMap((target) => (target === before ? [] : [`${before} ${target}`])),
  )
  return [...new Set(pairs)].sort()
}

describe('the database allows the moves of the contract and no other', () => {
  test.each(Object.keys(rows) as Table[])('of %s', async (table) => {
    expect(await findAllowedMoves(table)).toEqual(movesNamedBy(rows[table].moves))
  })

  test('there is no way around moderation, payment, and the end', async () => {
    const listings = await findAllowedMoves('listings')
    expect(listings.filter((move) => move.endsWith(' published'))).toEqual([
      'archived published',
      'awaiting_payment published',
      'hidden published',
      'in_progress published',
      'moderation published',
    ])
    expect(listings.filter((move) => move.endsWith(' moderation'))).toEqual([
      'awaiting_payment moderation',
      'rejected moderation',
    ])
    expect(listings.filter((move) => /^(refunded|deleted) /.test(move))).toEqual([])
    const responses = await findAllowedMoves('responses')
    expect(responses.filter((move) => move.startsWith('withdrawn '))).toEqual([])
  })
})

test('payments and tasks of moderators', () => {
  expect(movesNamedBy(paymentMoves)).toEqual(
    `created expired, created failed, created paid, created pending, expired failed, expired paid, failed expired,
failed paid, paid refund_pending, paid refunded, pending expired, pending failed, pending paid, refund_pending paid,
refund_pending refunded`.split(/,\s+/),
  )
  expect(movesNamedBy(moderationMoves)).toEqual(
    `approved claimed, approved open, approved rejected, approved returned, claimed approved, claimed open,
claimed rejected, claimed returned, open approved, open claimed, open rejected, open returned, rejected claimed,
rejected returned, returned approved, returned claimed, returned open, returned rejected`.split(/,\s+/),
  )
  expect(Object.keys(paymentMoves)).toEqual(paymentStates)
  expect(Object.keys(moderationMoves)).toEqual(moderationStates)
})

test('the owner puts a row of a test anywhere, and the guard is awake again', async () => {
  await placeRows(api.owner, 'listings', { id: listing_id }, { status: 'refunded' })
  const moveUpdate = api.ctx.db
    .updateTable('listings')
    .set({ status: 'published' as never })
    .where('id', '=', listing_id)
    .execute()
  await expect(moveUpdate).rejects.toThrow('listings: no move leads from refunded to published')
})
