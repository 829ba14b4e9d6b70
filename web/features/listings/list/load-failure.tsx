import { CloudOff, Trash2 } from 'lucide-react'
import { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { isOffline } from './list-failure.tsx'
import NotFound, { type MissingThing } from './not-found.tsx'

const isCancelled = (error: Error) => error instanceof ApiError && error.code === 'cancelled'

type LoadFailureProps = { error: Error; missingThing?: MissingThing; onRetry: () => void }

/** Error state of a whole screen. A page that does not exist or is forbidden shows "not found". */
export function LoadFailure({ error, missingThing, onRetry }: LoadFailureProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
    return <NotFound missingThing={missingThing} />
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
        title={isCancelled(error) ? t('error.cancelled') : t('error.generic.title')}
        text={isCancelled(error) ? undefined : errorText(error)}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </Page>
  )
}

/** Screen of a listing that its author, who is the viewer, has deleted. */
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
