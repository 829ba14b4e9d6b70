import vocabulary from './skills.json' with { type: 'json' }

/** As the database folds names (`name_key`, `skill_keys`): case and spaces make no second skill. */
export const skillKey = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Every skill of the common vocabulary with all the keys it is known by, its own name first. */
export const skills = Object.entries(vocabulary).map(([name, aliases]) => ({
  name,
  keys: [name, ...aliases].map(skillKey),
}))
const names = new Map(skills.flatMap(({ name, keys }) => keys.map((key) => [key, name])))

/** The vocabulary's spelling of a skill; one that it does not know stays as it was written. */
export function skillName(given: string): string {
  return names.get(skillKey(given)) ?? given.trim().replace(/\s+/g, ' ')
}

/** The same for a list, each skill once. */
export function skillNames(given: string[]): string[] {
  return [...new Map(given.map(skillName).map((name) => [skillKey(name), name])).values()]
}

/** Those of `given` that are none of `others`, however either is written. */
export function skillsWithout(given: string[], others: string[]): string[] {
  const known = new Set(skillNames(others).map(skillKey))
  return given.filter((name) => !known.has(skillKey(skillName(name))))
}
