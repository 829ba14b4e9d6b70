import { CloudOff, Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/client/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** A screen whose data did not come: what is not there (or not ours to see) is the not-found screen. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input'))
    return (
      <Page centred>
        <EmptyState
          main
          icon={Compass}
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={<ButtonLink to="/search/personal">{t('notFound.home')}</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page centred>
      <EmptyState
        main
        icon={CloudOff}
        tone="bad"
        title={t('error.generic.title')}
        text={errorText(error)}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      />
    </Page>
  )
}
