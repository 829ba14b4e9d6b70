import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { skillKey, skills } from '#db/reference/skills.ts'

type Suggestion = { name: string; people: number }

/** Keys of the two keyboard layouts in the same order: «куфсе» is "react", typed in the Russian layout. */
const layouts = ["`qwertyuiop[]asdfghjkl;'zxcvbnm,.", 'ёйцукенгшщзхъфывапролджэячсмитьбю'] as const
const swapped = new Map(
  layouts.flatMap((from, at) => [...from].map((key, place) => [key, layouts[1 - at]?.[place] ?? key])),
)
/** Returns the typed text, and the text that the same keys produce in the other keyboard layout. */
function layoutVariants(typed: string): string[] {
  const key = skillKey(typed)
  return [...new Set([key, [...key].map((letter) => swapped.get(letter) ?? letter).join('')])]
}

/**
 * Rank of a skill that matches the typed text: 0 if a name of the skill begins with the text, 1 if a later word of a
 * name does, undefined if no word does.
 */
function rank(keys: string[], variants: string[]): number | undefined {
  if (keys.some((key) => variants.some((start) => key.startsWith(start)))) return 0
  const words = keys.flatMap((key) => key.split(/[^\p{L}\p{N}+#.]+/u))
  return words.some((word) => variants.some((start) => word.startsWith(start))) ? 1 : undefined
}

/** Number of people with each skill, for skills among `keys` and skills that begin with one of `starts`. */
async function countPeople(db: Db, keys: string[], starts: string[]) {
  const { rows } = await sql<{ key: string; name: string; people: number }>`
    with named as (
      select id from user_skills where name_key = any(${keys}::text[])
      union
      select skill.id from unnest(${starts.filter(Boolean)}::text[]) as typed (start)
        join user_skills skill on skill.name_key ~>=~ start and skill.name_key ~<~ (start || chr(1114111))
    )
    select skill.name_key as key, mode() within group (order by skill.name) as name, count(*)::int as people
    from named join user_skills skill on skill.id = named.id
      join users person on person.id = skill.user_id and person.status = 'active'
    group by skill.name_key`.execute(db)
  return rows
}

/**
 * Suggests skills whose name begins with the typed text: skills of the vocabulary, and others that enough people have.
 */
export async function suggestSkills(db: Db, typed: string): Promise<Suggestion[]> {
  const variants = layoutVariants(typed)
  const matches = skills.flatMap(({ name, keys }) => {
    const place = rank(keys, variants)
    return place === undefined ? [] : [{ name, keys, place }]
  })
  const counts = await countPeople(
    db,
    matches.flatMap(({ keys }) => keys),
    variants,
  )
  const listed = matches.map(({ name, keys, place }) => ({
    name,
    place,
    people: counts.filter(({ key }) => keys.includes(key)).reduce((sum, { people }) => sum + people, 0),
  }))
  const everyKey = new Set(skills.flatMap(({ keys }) => keys))
  const fromPeople = counts
    .filter(({ key, people }) => !everyKey.has(key) && people >= limits.skills.common)
    .map(({ name, people }) => ({ name, people, place: 0 }))
  return [...listed, ...fromPeople]
    .sort((a, b) => a.place - b.place || b.people - a.people || a.name.localeCompare(b.name, 'ru'))
    .slice(0, limits.skills.suggested)
    .map(({ name, people }) => ({ name, people }))
}
