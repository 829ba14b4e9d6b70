import { sql } from 'kysely'
import type { z } from 'zod'
import type { PublicUser } from '#contract/calls/people-shapes.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { partsOf, rowVersion } from '#services/core/written-parts.ts'
import { publicUser } from './projections.ts'

/**
 * What everybody may see of a person, written once by each process: it stands on cards of listings and on rooms.
 */

const publicPeople = inEachLanguage((language) =>
  prepare((db, { ids }: { ids: number[] }) =>
    db
      .selectFrom('users as person')
      .select(['person.id', publicUser('person', language).as('facts'), rowVersion('person').as('version')])
      .where(sql<boolean>`person.id = any(${ids})`),
  ),
)

/** Whose facts are shown, in the version of now. */
export type Shown = { id: number; version: string }

const nameOf = (language: Language, id: number) => `${language} ${id}`

/** By id, the fields of each as JSON without the bracket that closes them. */
export async function writePeople(
  ctx: Context,
  language: Language,
  shown: Shown[],
): Promise<Map<number, Buffer>> {
  const parts = partsOf(ctx)
  const written = new Map<number, Buffer>()
  const missing = new Set<number>()
  for (const { id, version } of shown) {
    const known = parts.find(nameOf(language, id), version)
    if (known) written.set(id, known.json)
    else missing.add(id)
  }
  if (missing.size === 0) return written
  for (const person of await publicPeople[language](ctx.lists, { ids: [...missing] }))
    written.set(person.id, keepPerson(ctx, language, person))
  return written
}

type Read = Shown & { facts: z.output<typeof PublicUser> }

export function keepPerson(ctx: Context, language: Language, { id, version, facts }: Read): Buffer {
  const json = Buffer.from(JSON.stringify(facts).slice(0, -1))
  partsOf(ctx).keep(nameOf(language, id), version, { json, again: json.length, common: nothing })
  return json
}
const nothing = new Uint8Array()
