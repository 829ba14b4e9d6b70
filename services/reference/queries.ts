import { sql } from 'kysely'
import type { z } from 'zod'
import type { Category, CategoryTree, Currency, Terms } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { currency, nameIn, translated } from './projections.ts'

export async function listCurrencies(
  db: Db,
  language: Language,
  now: string,
): Promise<z.output<typeof Currency>[]> {
  const rows = await db
    .selectFrom('currencies as currency')
    .select(currency('currency', { language, now }).as('row'))
    .orderBy('currency.id')
    .execute()
  return rows.map(({ row }) => row)
}

export async function listTerms(db: Db, language: Language): Promise<z.output<typeof Terms>[]> {
  const rows = await db
    .selectFrom('price_terms as term')
    .select(['term.id', nameIn(language, 'term').as('name')])
    .select(sql<string>`coalesce(${translated(language, 'term.descriptions')}, '')`.as('description'))
    .orderBy('term.position')
    .execute()
  return rows
}

export async function listCategories(db: Db, language: Language): Promise<z.output<typeof Category>[]> {
  return db
    .selectFrom('categories as category')
    .select(['category.id', 'category.parent_id', 'category.name_ru', 'category.name_en'])
    .select(nameIn(language, 'category').as('name'))
    .select(
      sql<boolean>`category.closed_at is not null or exists (select from categories parent
        where parent.id = category.parent_id and parent.closed_at is not null)`.as('is_closed'),
    )
    .orderBy('category.position')
    .orderBy('category.id')
    .execute()
}

/** Specialities: the categories that have a group. */
export async function listSpecialities(db: Db, language: Language): Promise<z.output<typeof Category>[]> {
  return (await listCategories(db, language)).filter(({ parent_id }) => parent_id !== null)
}

/**
 * A category with its children.
 * @throws not_found
 */
export async function getCategory(
  db: Db,
  id: number,
  language: Language,
): Promise<z.output<typeof CategoryTree>> {
  const categories = await listCategories(db, language)
  const category = categories.find((one) => one.id === id)
  if (!category) throw new AppError('not_found')
  return { ...category, children: categories.filter(({ parent_id }) => parent_id === id) }
}

/** Groups of categories, each with its specialities. */
export function treeOf(categories: z.output<typeof Category>[]): z.output<typeof CategoryTree>[] {
  return categories
    .filter((category) => category.parent_id === null)
    .map((group) => ({ ...group, children: categories.filter((leaf) => leaf.parent_id === group.id) }))
}

/** Milliseconds for which each process caches the categories, because the staff rarely changes them. */
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

/** True for an open speciality in an open group. Listings and profiles have specialities, never groups. */
export async function isOpenSpeciality(db: Db, category_id: number): Promise<boolean> {
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

/** Specialities of the given categories; a group stands for its specialities. Unknown ids match nothing. */
export async function findSpecialitiesOf(ctx: Context, category_ids: number[]): Promise<number[]> {
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
