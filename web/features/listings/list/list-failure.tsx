import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '#web/client/http/http.ts'
import { errorText, loadTexts } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Queries retry automatically when the connection is back, see web/app/connection-notice.tsx. */
export const isOffline = (error: Error) => error instanceof ApiError && error.code === 'offline'

/** Error state of a list. */
export function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  // The feed comes without the texts of errors.
  useEffect(() => void loadTexts('errors').catch(() => undefined), [])
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

/** Notice for a part of a screen that needs a connection. */
export function OfflinePart() {
  const { t } = useTranslation()
  return (
    <Card>
      <div className="row" style={{ gap: 'var(--s-3)' }}>
        <CloudOff className="muted" />
        <div className="grow">
          <p>{t('offline.part')}</p>
          <p className="cap muted">{t('offline.partText')}</p>
        </div>
      </div>
    </Card>
  )
}
