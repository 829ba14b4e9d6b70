import { sql } from 'kysely'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { prepareBatched } from '#db/batched.ts'
import type { Context } from '#services/core/context.ts'
import { partsOf, rowVersion } from '#services/core/written-parts.ts'
import { publicUser } from './projections.ts'

/**
 * What everybody may see of a person, written once by each process: it stands on cards of listings and on rooms.
 */

const publicPeople = inEachLanguage((language) =>
  prepareBatched({ ids: 'int[]' }, (db, { ids }: { ids: number[] }) =>
    db
      .selectFrom('users as person')
      .select(['person.id', publicUser('person', language).as('facts'), rowVersion('person').as('version')])
      .where(sql<boolean>`person.id = any(${ids})`),
  ),
)

/** Whose facts are shown, in the version of now. */
export type Shown = { id: number; version: string }

/** By id, the fields of each as JSON without the bracket that closes them. */
export async function writePeople(
  ctx: Context,
  language: Language,
  shown: Shown[],
): Promise<Map<number, Buffer>> {
  const { people } = partsOf(ctx)
  const nameOf = (id: number) => `${language} ${id}`
  const written = new Map<number, Buffer>()
  const missing = new Set<number>()
  for (const { id, version } of shown) {
    const known = people.find(nameOf(id), version)
    if (known) written.set(id, known)
    else missing.add(id)
  }
  if (missing.size === 0) return written
  for (const { id, version, facts } of await publicPeople[language](ctx.lists, { ids: [...missing] }))
    written.set(id, people.keep(nameOf(id), version, Buffer.from(JSON.stringify(facts).slice(0, -1))))
  return written
}
