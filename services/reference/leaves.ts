import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** The staff rarely changes the tree. Every process sees a change within a minute. */
const cacheMs = 60_000

type Tree = Map<number, number[]>
const trees = new WeakMap<Db, { tree: Promise<Tree>; until: number }>()

async function readTree(db: Db): Promise<Tree> {
  const rows = await db.selectFrom('categories').select(['id', 'parent_id']).execute()
  return new Map(
    rows.map(({ id }) => {
      const children = rows.filter((row) => row.parent_id === id).map((row) => row.id)
      return [id, children.length ? children : [id]]
    }),
  )
}

/** True for an open leaf in an open group. Listings and profiles refer to leaves, never to groups. */
export async function isLeaf(db: Db, category_id: number): Promise<boolean> {
  const leaf = await db
    .selectFrom('categories as leaf')
    .innerJoin('categories as group', 'group.id', 'leaf.parent_id')
    .select('leaf.id')
    .where('leaf.id', '=', category_id)
    .where('leaf.closed_at', 'is', null)
    .where('group.closed_at', 'is', null)
    .executeTakeFirst()
  return leaf !== undefined
}

/** Leaves of the given categories: a group stands for its leaves. Unknown ids match nothing. */
export async function findLeaves(ctx: Context, category_ids: number[]): Promise<number[]> {
  const now = ctx.now().getTime()
  let cached = trees.get(ctx.db)
  if (!cached || cached.until <= now) {
    cached = { tree: readTree(ctx.db), until: now + cacheMs }
    trees.set(ctx.db, cached)
    cached.tree.catch(() => trees.delete(ctx.db))
  }
  const tree = await cached.tree
  return [...new Set(category_ids.flatMap((id) => tree.get(id) ?? []))]
}
