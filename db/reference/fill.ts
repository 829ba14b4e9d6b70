import { readFile } from 'node:fs/promises'
import type { Tx } from '../index.ts'
import { currencies, priceTerms, tariffs } from './lists.ts'

type Leaf = { id: number; ru: string; en: string }
type Group = Leaf & { leaves: Leaf[] }

/** Brings the reference rows to this version's names; rates and added tariffs of a running product stay. */
export async function fillReference(tx: Tx): Promise<void> {
  await tx
    .insertInto('currencies')
    .values(currencies)
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        symbol: eb.ref('excluded.symbol'),
        icon_url: eb.ref('excluded.icon_url'),
        name_ru: eb.ref('excluded.name_ru'),
        name_en: eb.ref('excluded.name_en'),
      })),
    )
    .execute()
  await tx
    .insertInto('categories')
    .values(await readCategories())
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        parent_id: eb.ref('excluded.parent_id'),
        name_ru: eb.ref('excluded.name_ru'),
        name_en: eb.ref('excluded.name_en'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
  await tx
    .insertInto('price_terms')
    .values(priceTerms)
    .onConflict((on) =>
      on.column('id').doUpdateSet((eb) => ({
        name_ru: eb.ref('excluded.name_ru'),
        name_en: eb.ref('excluded.name_en'),
        description_ru: eb.ref('excluded.description_ru'),
        description_en: eb.ref('excluded.description_en'),
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
  const row = ({ id, ru, en }: Leaf, parent_id: number | null, index: number) => ({
    id,
    parent_id,
    name_ru: ru,
    name_en: en,
    position: index + 1,
  })
  return groups.flatMap((group, index) => [
    row(group, null, index),
    ...group.leaves.map((leaf, place) => row(leaf, group.id, place)),
  ])
}
