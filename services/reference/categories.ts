import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminCategory } from '#contract/calls/admin-directories.ts'
import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'

type Category = z.output<typeof AdminCategory>
type Names = Category['names']

/**
 * First id of categories that the staff creates. Smaller ids come with the code, so that a release never uses an id of
 * the staff.
 */
const firstStaffId = 100_000

/** All categories. Each has its number of listings and its number of people. */
export async function listAllCategories(db: Db): Promise<Category[]> {
  return db
    .selectFrom('categories as category')
    .select(['category.id', 'category.parent_id', 'category.closed_at'])
    .select([
      sql<Names>`category.names`.as('names'),
      sql<number>`(select count(*)::int from listings
        where category_id = category.id and status <> 'deleted')`.as('listings'),
      sql<number>`(select count(*)::int from users
        where category_id = category.id and status = 'active')`.as('people'),
    ])
    .orderBy('category.position')
    .orderBy('category.id')
    .execute()
}

async function find(db: Db, id: number): Promise<Category> {
  const category = (await listAllCategories(db)).find((one) => one.id === id)
  if (!category) throw new AppError('not_found')
  return category
}

/**
 * Adds a group, or a speciality to a group, in the last place.
 * @throws not_found unless the parent is a group
 */
export async function addCategory(
  ctx: UserContext,
  { parent_id, names }: { parent_id: number | null; names: Names },
): Promise<Category> {
  const id = await ctx.db.transaction().execute(async (tx) => {
    // The lock makes simultaneous calls wait, because they would choose the same id.
    await sql`select pg_advisory_xact_lock(hashtextextended('categories', 0))`.execute(tx)
    const { last, place } = await tx
      .selectFrom('categories')
      .select((eb) => [
        eb.fn.max('id').as('last'),
        sql<number>`coalesce(max(position) filter (where parent_id is not distinct from ${parent_id}), 0) + 1`.as(
          'place',
        ),
      ])
      .executeTakeFirstOrThrow()
    if (parent_id !== null && (await lock(tx, parent_id)).parent_id !== null) throw new AppError('not_found')
    const id = Math.max(firstStaffId, (last ?? 0) + 1)
    const now = ctx.now().toISOString()
    await tx
      .insertInto('categories')
      .values({ id, parent_id, names: JSON.stringify(names), position: place, edited_at: now })
      .execute()
    await auditChange(ctx, tx, 'category.add', id, undefined, { ...names, parent_id })
    return id
  })
  return find(ctx.db, id)
}

/**
 * Renames a category everywhere, including existing listings.
 * @throws not_found
 */
export async function renameCategory(ctx: UserContext, id: number, names: Names): Promise<Category> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    await tx
      .updateTable('categories')
      .set({ names: JSON.stringify(names), edited_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await auditChange(ctx, tx, 'category.rename', id, before.names, names)
  })
  return find(ctx.db, id)
}

/**
 * Closes a category, so that nobody can choose it, or opens it again. A group is closed or opened together with its
 * specialities.
 * @throws not_found
 */
export async function closeCategory(ctx: UserContext, id: number, is_closed: boolean): Promise<Category> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id)
    if ((before.closed_at !== null) === is_closed) return
    const closed_at = is_closed ? ctx.now().toISOString() : null
    await tx.updateTable('categories').set({ closed_at }).where('id', '=', id).execute()
    await auditChange(ctx, tx, is_closed ? 'category.close' : 'category.open', id)
  })
  return find(ctx.db, id)
}

/** @throws not_found */
async function lock(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('categories')
    .select(['parent_id', 'closed_at', sql<Names>`names`.as('names')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

function auditChange(
  ctx: UserContext,
  tx: Tx,
  action: string,
  id: number,
  before?: Record<string, unknown>,
  after?: Record<string, unknown>,
): Promise<void> {
  const subject = { type: 'category', id } as const
  return writeAudit(ctx, tx, {
    actor_id: ctx.viewer.id,
    action,
    subject,
    ...(before && { before }),
    ...(after && { after }),
  })
}
