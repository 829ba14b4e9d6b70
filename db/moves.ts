import { sql } from 'kysely'
import { listingMoves, moderationMoves, paymentMoves, responseMoves } from '#contract/lifecycle.ts'
import type { Db } from './index.ts'

type Moves = Record<string, Record<string, string> | readonly string[]>
const guardedColumns: [table: string, column: string, moves: Moves][] = [
  ['listings', 'status', listingMoves],
  ['responses', 'status', responseMoves],
  ['payments', 'state', paymentMoves],
  ['moderation_tasks', 'state', moderationMoves],
]

/**
 * Installs triggers that refuse every change of a state that contract/lifecycle.ts does not allow. Every migration
 * installs the triggers again, so that database and code agree.
 */
export async function guardMoves(owner: Db): Promise<void> {
  const refusal = sql`
    create or replace function refuse_move() returns trigger language plpgsql as $$
    begin
      raise exception '%: no move leads from % to %', tg_table_name, to_jsonb(old) ->> tg_argv[0],
        to_jsonb(new) ->> tg_argv[0] using errcode = 'restrict_violation';
    end $$`
  const guards = guardedColumns.map(([table, column, moves]) => {
    const [before, after] = [sql.ref(`old.${column}`), sql.ref(`new.${column}`)]
    return sql`
      create or replace trigger ${sql.id(`${table}_moves`)} before update of ${sql.id(column)} on ${sql.table(table)}
      for each row when (${before} is distinct from ${after}
        and (${before}, ${after}) not in (${sql.join(pairsOf(moves))}))
      execute function refuse_move(${sql.lit(column)})`
  })
  // Several processes may migrate at once; one transaction per table avoids deadlocks.
  for (const statement of [refusal, ...guards])
    await owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('refuse_move'))`.execute(tx)
      await statement.execute(tx)
    })
}

function pairsOf(moves: Moves) {
  return Object.entries(moves).flatMap(([before, after]) =>
    Object.values(after).map((target) => sql`(${sql.lit(before)}, ${sql.lit(target)})`),
  )
}
