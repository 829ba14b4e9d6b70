import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/client/use-translation.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { Notifications } from '#web/features/settings/notifications.tsx'
import { notificationSettings } from '#web/features/settings/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export default function NotificationsScreen() {
  const { t } = useTranslation()
  const found = useQuery(notificationSettings())
  if (found.isError && !found.data)
    return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page busy={found.isPending}>
      <PageTitle>{t('notify.title')}</PageTitle>
      <PageLead>{t('notify.text')}</PageLead>
      {found.data ? (
        <Notifications settings={found.data} />
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
