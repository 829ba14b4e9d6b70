import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/client/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in place of a list that did not come. */
export function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
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
