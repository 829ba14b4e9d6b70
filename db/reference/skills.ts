import { normalText } from '#contract/spelling/letters.ts'
import vocabulary from './skills.json' with { type: 'json' }

/**
 * Returns the key of a skill. Names that differ only in case and spaces have the same key, so they are one skill. The
 * database compares names by the same key (`name_key`, `skill_keys`).
 */
export const skillKey = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** All skills of the vocabulary. `keys` has the key of the skill's name and the keys of its other spellings. */
export const skills = Object.entries(vocabulary).map(([name, aliases]) => ({
  name,
  keys: [name, ...aliases].map(skillKey),
}))
const names = new Map(skills.flatMap(({ name, keys }) => keys.map((key) => [normalText(key), name])))

/**
 * Returns the spelling of a skill in the vocabulary, in whatever letters of the same shape it is typed. A skill that the
 * vocabulary lacks keeps its spelling.
 */
export function skillName(text: string): string {
  return names.get(normalText(skillKey(text))) ?? text.trim().replace(/\s+/g, ' ')
}

/** Skills of a list in the vocabulary's spelling, each skill once. */
export function skillNames(texts: string[]): string[] {
  return [...new Map(texts.map(skillName).map((name) => [skillKey(name), name])).values()]
}

/** Returns the skills of `names` that `excludedNames` does not contain under any spelling. */
export function skillsWithout(names: string[], excludedNames: string[]): string[] {
  const excludedKeys = new Set(skillNames(excludedNames).map(skillKey))
  return names.filter((name) => !excludedKeys.has(skillKey(skillName(name))))
}
