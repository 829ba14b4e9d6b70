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
export function skillName(written: string): string {
  return names.get(skillKey(written)) ?? written.trim().replace(/\s+/g, ' ')
}

/** Skills of a list in the vocabulary's spelling, each skill once. */
export function skillNames(written: string[]): string[] {
  return [...new Map(written.map(skillName).map((name) => [skillKey(name), name])).values()]
}

/** Skills of `given` that `others` does not contain under any spelling. */
export function skillsWithout(written: string[], excluded: string[]): string[] {
  const excludedKeys = new Set(skillNames(excluded).map(skillKey))
  return written.filter((name) => !excludedKeys.has(skillKey(skillName(name))))
}
