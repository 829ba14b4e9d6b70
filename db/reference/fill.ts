import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Names } from '#contract/languages.ts'
import type { Tx } from '../index.ts'
import { currencies, priceTerms, tariffs } from './lists.ts'

type Leaf = { id: number; names: Names }
type Group = Leaf & { leaves: Leaf[] }

/**
 * Writes the reference rows with the names of this version. Names that staff have changed, exchange rates, and tariffs
 * that were added stay unchanged.
 */
export async function fillReference(tx: Tx): Promise<void> {
  await tx
    .insertInto('currencies')
    .values(currencies.map(({ names, ...rest }) => ({ ...rest, names: JSON.stringify(names) })))
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        symbol: eb.ref('excluded.symbol'),
        icon_url: eb.ref('excluded.icon_url'),
        names: eb.ref('excluded.names'),
      })),
    )
    .execute()
  await tx
    .insertInto('categories')
    .values(await readCategories())
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        parent_id: eb.ref('excluded.parent_id'),
        names: sql`case when categories.edited_at is null then excluded.names else categories.names end`,
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
  await tx
    .insertInto('price_terms')
    .values(
      priceTerms.map(({ id, names, descriptions }) => ({
        id,
        names: JSON.stringify(names),
        descriptions: JSON.stringify(descriptions),
        position: id,
      })),
    )
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        names: eb.ref('excluded.names'),
        descriptions: eb.ref('excluded.descriptions'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
  await tx
    .insertInto('tariffs')
    .values(tariffs)
    .onConflict((on) => on.doNothing())
    .execute()
}

async function readCategories() {
  const text = await readFile(new URL('categories.json', import.meta.url), 'utf8')
  const groups = JSON.parse(text) as Group[]
  const row = ({ id, names }: Leaf, parent_id: number | null, index: number) => ({
    id,
    parent_id,
    names: JSON.stringify(names),
    position: index + 1,
  })
  return groups.flatMap((group, index) => [
    row(group, null, index),
    ...group.leaves.map((leaf, leafIndex) => row(leaf, group.id, leafIndex)),
  ])
}
