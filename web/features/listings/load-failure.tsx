import { CloudOff, Trash2 } from 'lucide-react'
import { ApiError } from '#web/client/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { isOffline } from './list-failure.tsx'
import NotFound, { type Sought } from './not-found.tsx'

const isGivenUp = (error: Error) => error instanceof ApiError && error.code === 'cancelled'

type LoadFailureProps = { error: Error; what?: Sought; onRetry: () => void }

/** A screen whose data did not come: what is not there (or not ours to see) is the not-found screen. */
export function LoadFailure({ error, what, onRetry }: LoadFailureProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
    return <NotFound what={what} />
  if (error instanceof ApiError && error.code === 'removed') return <Removed />
  if (isOffline(error))
    return (
      <Page centred>
        <EmptyState main icon={CloudOff} title={t('offline.part')} text={t('offline.partText')} />
      </Page>
    )
  return (
    <Page centred>
      <EmptyState
        main
        icon={CloudOff}
        tone="bad"
        title={isGivenUp(error) ? t('error.cancelled') : t('error.generic.title')}
        text={isGivenUp(error) ? undefined : errorText(error)}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </Page>
  )
}

/** An own listing that its author has deleted. */
function Removed() {
  const { t } = useTranslation()
  return (
    <Page centred>
      <EmptyState
        main
        icon={Trash2}
        title={t('errors.removed')}
        text={t('removed.text')}
        action={
          <ButtonLink to="/listings" replace>
            {t('removed.listings')}
          </ButtonLink>
        }
      />
    </Page>
  )
}
