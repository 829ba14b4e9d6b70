import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { LinesForm } from '#web/features/deals/papers/lines-form.tsx'
import { ReadyPapers } from '#web/features/deals/papers/ready-papers.tsx'
import { papersOf } from '#web/features/deals/papers/use-papers.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'

/** Act, contract and receipt of a finished order, for both of its sides. */
export default function DealPapersScreen() {
  const { t } = useFormats()
  const id = Number(useParams().id)
  const [isEditing, setEditing] = useState(false)
  const { data: papers, error, refetch } = useQuery(papersOf(id))
  if (error instanceof ApiError && error.code === 'deal_not_finished')
    return (
      <Page centred>
        <EmptyState
          main
          icon={FileClock}
          title={t('papers.title')}
          text={errorText(error)}
          action={<ButtonLink to={`/order/${id}`}>{t('deal.order.open')}</ButtonLink>}
        />
      </Page>
    )
  if (error && !papers)
    return <LoadFailure missingThing="order" error={error} onRetry={() => void refetch()} />
  if (!papers) return <ScreenSkeleton label={t('common.loading')} />
  if (papers.lines === null || isEditing)
    return <LinesForm key={id} id={id} papers={papers} onSaved={() => setEditing(false)} />
  return <ReadyPapers id={id} papers={papers} lines={papers.lines} onEdit={() => setEditing(true)} />
}
