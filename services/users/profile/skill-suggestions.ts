import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { correctWords } from '#contract/spelling/corrections.ts'
import { onOtherKeyboard } from '#contract/spelling/keyboards.ts'
import { normalText } from '#contract/spelling/letters.ts'
import { createVocabulary, keyOf } from '#contract/spelling/vocabulary.ts'
import type { Db } from '#db/index.ts'
import { skillKey, skills } from '#db/reference/skills.ts'

type Suggestion = { name: string; people: number }

const vocabulary = createVocabulary(
  [],
  skills.map(({ name, keys }) => ({ name, others: keys.slice(1) })),
)

/** Names of each skill in their normal letters, and the words of each name without their endings. */
const searchedNames = new Map(
  skills.map(({ name, keys }) => [name, { names: keys.map(normalText), roots: new Set(keys.map(keyOf)) }]),
)

/**
 * Rank of a skill that matches the typed text: 0 if a name of the skill begins with the text or has its words in other
 * forms, 1 if a later word of a name begins with it, undefined if no word does.
 */
function rank(skill: string, typed: string, variants: string[]): number | undefined {
  const { names = [], roots } = searchedNames.get(skill) ?? {}
  const begins = (text: string) => variants.some((start) => text.startsWith(normalText(start)))
  if (names.some(begins) || roots?.has(keyOf(typed))) return 0
  return names.flatMap((name) => name.split(/[^\p{L}\p{N}+#.]+/u)).some(begins) ? 1 : undefined
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
 * If there are none, mistakes in the text are corrected.
 */
export async function suggestSkills(db: Db, typed: string): Promise<Suggestion[]> {
  for (const text of [typed, ...correctWords(typed, vocabulary)]) {
    const suggestions = await findSkills(db, text)
    if (suggestions.length > 0) return suggestions
  }
  return []
}

async function findSkills(db: Db, typed: string): Promise<Suggestion[]> {
  const key = skillKey(typed)
  const variants = [...new Set([key, onOtherKeyboard(key)])]
  const matches = skills.flatMap(({ name, keys }) => {
    const place = rank(name, key, variants)
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
