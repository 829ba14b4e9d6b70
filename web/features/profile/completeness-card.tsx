import { ChevronRight } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { completenessOf } from './completeness.ts'

/** Completeness of the profile and the next useful step; hidden at 100 %. */
export function CompletenessCard({ me }: { me: Me }) {
  const { t } = useTranslation()
  const { percent, next } = completenessOf(me)
  if (!next) return null
  const title = t('profile.complete', { percent })
  return (
    <LinkCard>
      <div className="row row-between">
        <CardTitle to="/profile/edit">{title}</CardTitle>
        <ChevronRight className="muted" />
      </div>
      <ProgressBar share={percent / 100} label={title} />
      <p className="cap muted">{t(`profile.completeHint.${next}`)}</p>
    </LinkCard>
  )
}
