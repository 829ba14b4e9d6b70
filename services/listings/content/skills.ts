import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { skillNames, skillsWithout } from '#db/reference/skills.ts'
import { tagNames } from './approved-content.ts'

/**
 * Completes the skills and tags of a new or edited listing. Skills get the spelling of the skill vocabulary. Older
 * clients send skills as tags, so tags are added to the skills. A word that is removed from the skills or from the tags
 * is removed from both.
 * @param current tags and skills of the edited listing in the database
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
