import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholder while the page of a service loads. */
export function ServiceSkeleton() {
  const { t } = useTranslation()
  return (
    <Page bar busy={t('common.loading')}>
      <div className="stack stack-2" style={{ padding: 'var(--s-1) var(--s-1) 0' }}>
        <Skeleton width="80%" height={28} onPage />
        <Skeleton width="40%" height={28} onPage />
        <Skeleton width="60%" height={18} onPage />
      </div>
      <Card>
        <Skeleton width="45%" height={20} />
        <Skeleton width="90%" height={18} />
        <Skeleton width="75%" height={18} />
      </Card>
    </Page>
  )
}
