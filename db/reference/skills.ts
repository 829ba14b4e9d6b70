import vocabulary from './skills.json' with { type: 'json' }

/**
 * Key of a skill, by which the database compares names too (`name_key`, `skill_keys`): names that differ in case and
 * spaces are one skill.
 */
export const skillKey = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** All skills of the common vocabulary. The keys of a skill are its own name and its other spellings. */
export const skills = Object.entries(vocabulary).map(([name, aliases]) => ({
  name,
  keys: [name, ...aliases].map(skillKey),
}))
const names = new Map(skills.flatMap(({ name, keys }) => keys.map((key) => [key, name])))

/** Spelling of a skill in the vocabulary; a skill that the vocabulary does not have keeps its spelling. */
export function skillName(text: string): string {
  return names.get(skillKey(text)) ?? text.trim().replace(/\s+/g, ' ')
}

/** Skills of a list in the vocabulary's spelling, each skill once. */
export function skillNames(texts: string[]): string[] {
  return [...new Map(texts.map(skillName).map((name) => [skillKey(name), name])).values()]
}

/** Skills of `given` that `others` does not contain under any spelling. */
export function skillsWithout(names: string[], excludedNames: string[]): string[] {
  const excludedKeys = new Set(skillNames(excludedNames).map(skillKey))
  return names.filter((name) => !excludedKeys.has(skillKey(skillName(name))))
}
