import { CloudOff, Trash2 } from 'lucide-react'
import { ApiError } from '#web/client/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import NotFound, { type Sought } from './not-found.tsx'

const isGivenUp = (error: Error) => error instanceof ApiError && error.code === 'cancelled'
/** Nobody's fault: it comes by itself as soon as there is a network, see web/app/connection.ts. */
const isOffline = (error: Error) => error instanceof ApiError && error.code === 'offline'

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

/** Stands in place of a list that did not come. */
export function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (isOffline(error)) return <OfflinePart />
  return (
    <EmptyState
      icon={CloudOff}
      tone="bad"
      title={t('search.loadError')}
      text={errorText(error)}
      action={
        <Button variant="card" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
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

/** A part of a screen that waits for the network. */
export function OfflinePart() {
  const { t } = useTranslation()
  return (
    <Card>
      <div className="row" style={{ gap: 12 }}>
        <CloudOff className="muted" />
        <div className="grow">
          <p>{t('offline.part')}</p>
          <p className="cap muted">{t('offline.partText')}</p>
        </div>
      </div>
    </Card>
  )
}
