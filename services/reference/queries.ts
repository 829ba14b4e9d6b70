import { sql } from 'kysely'
import type { z } from 'zod'
import type { Category, CategoryTree, Currency, Terms } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
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

/** Specialities: the leaves of the tree. */
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

/** Groups with their leaves. */
export function treeOf(categories: z.output<typeof Category>[]): z.output<typeof CategoryTree>[] {
  return categories
    .filter((category) => category.parent_id === null)
    .map((group) => ({ ...group, children: categories.filter((leaf) => leaf.parent_id === group.id) }))
}
