import { ChevronRight } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Completeness of the profile and the next useful step. The card is hidden at 100 %. */
export function CompletenessCard({ me }: { me: Me }) {
  const { t } = useTranslation()
  const { percent, next } = completenessOf(me)
  if (!next) return null
  const title = t('profile.complete', { percent })
  return (
    <LinkCard>
      <div className="row">
        <div className="grow">
          <CardTitle to="/profile/edit">{title}</CardTitle>
        </div>
        <ChevronRight className="muted" />
      </div>
      <ProgressBar share={percent / 100} label={title} />
      <p className="cap muted">{t(`profile.completeHint.${next}`)}</p>
    </LinkCard>
  )
}

/** Parts of a complete profile, most useful first. All parts have equal weight. */
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

type ProfilePart = keyof typeof parts

/** Returns the completeness in percent, and the most useful part that is missing. */
export function completenessOf(me: Me): { percent: number; next: ProfilePart | null } {
  const names = Object.keys(parts) as ProfilePart[]
  const missingParts = names.filter((name) => !parts[name](me))
  return {
    percent: Math.round(100 * (1 - missingParts.length / names.length)),
    next: missingParts[0] ?? null,
  }
}
