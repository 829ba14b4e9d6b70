import type { Me } from '#web/features/session/use-me.ts'

/** Parts of a complete profile, most useful first; all have equal weight. */
const parts = {
  speciality: (me: Me) => me.category_id !== null,
  skills: (me: Me) => me.skills.length > 0,
  about: (me: Me) => !!me.description,
  experience: (me: Me) => me.years_of_experience !== null,
  services: (me: Me) => me.services.length > 0,
  portfolio: (me: Me) => me.works.length > 0 || me.portfolio_links.length > 0 || me.portfolio_file !== null,
  resume: (me: Me) => me.user_resume_url !== null || me.user_resume_file !== null,
  languages: (me: Me) => me.languages_info.length > 0,
  city: (me: Me) => me.city !== null,
  photo: (me: Me) => me.avatar_url !== null,
} satisfies Record<string, (me: Me) => boolean>

export type ProfilePart = keyof typeof parts

/** Completeness in percent, and the most useful missing part. */
export function completenessOf(me: Me): { percent: number; next: ProfilePart | null } {
  const names = Object.keys(parts) as ProfilePart[]
  const missing = names.filter((name) => !parts[name](me))
  return { percent: Math.round(100 * (1 - missing.length / names.length)), next: missing[0] ?? null }
}
