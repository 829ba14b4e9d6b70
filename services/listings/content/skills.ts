import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { skillNames, skillsWithout } from '#db/reference/skills.ts'
import { tagNames } from './approved-content.ts'

/**
 * Skills in the vocabulary's spelling. Tags are how older clients write skills: theirs are read as skills too, and
 * one that is taken away by either name is gone from both.
 * @param current what stands in the database, for a listing that is edited
 */
export async function readSkills(
  tx: Tx,
  changes: ListingChanges,
  current: { tags: number[]; skills: string[] } = { tags: [], skills: [] },
): Promise<ListingChanges> {
  if (!changes.tags && !changes.skills) return changes
  const before = await tagNames(tx, current.tags)
  const tags = changes.tags ?? []
  const others = changes.skills ?? skillsWithout(current.skills, before)
  const skills = skillNames([...others, ...tags]).slice(0, limits.skills.count)
  if (changes.tags || before.length === 0) return { ...changes, skills }
  return { ...changes, skills, tags: before.filter((tag) => skillsWithout([tag], skills).length === 0) }
}
