import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { Notifications } from '#web/features/settings/notifications.tsx'
import { notificationSettings } from '#web/features/settings/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export default function NotificationsScreen() {
  const { t } = useTranslation()
  const settingsQuery = useQuery(notificationSettings())
  if (settingsQuery.isError && !settingsQuery.data)
    return <LoadFailure error={settingsQuery.error} onRetry={() => void settingsQuery.refetch()} />
  return (
    <Page busy={settingsQuery.isPending}>
      <PageTitle>{t('notify.title')}</PageTitle>
      {settingsQuery.data ? (
        <Notifications settings={settingsQuery.data} />
      ) : (
        <Card aria-hidden="true">
          <Skeleton width="60%" height={36} />
          <Skeleton width="70%" height={36} />
          <Skeleton width="50%" height={36} />
        </Card>
      )}
    </Page>
  )
}
