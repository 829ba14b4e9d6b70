import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const cards = [1, 2, 3]

/** Placeholder of a screen whose code is loading: a heading and three cards. */
export function ScreenSkeleton({ bar }: { bar?: boolean }) {
  const { t } = useTranslation()
  return (
    <Page busy={t('common.loading')} bar={bar}>
      <Skeleton width="60%" height={34} onPage />
      {cards.map((card) => (
        <Card key={card}>
          <Skeleton width="45%" height={13} />
          <Skeleton width="92%" height={17} />
          <Skeleton width="60%" height={17} />
          <Skeleton width="50%" height={21} />
        </Card>
      ))}
    </Page>
  )
}
