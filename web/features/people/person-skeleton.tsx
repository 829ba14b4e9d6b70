import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'

const cards = [1, 2, 3, 4]

/** Placeholder cards while people load. */
export function PeopleSkeletons() {
  const people = cards.map((card) => (
    <Card key={card}>
      <div className="row" style={{ gap: 'var(--s-3)' }}>
        <Skeleton width={56} height={56} round />
        <div className="grow stack stack-2">
          <Skeleton width="55%" height={17} />
          <Skeleton width="70%" height={13} />
          <Skeleton width="40%" height={13} />
        </div>
      </div>
      <Skeleton width="75%" height={24} />
      <Skeleton width="90%" height={16} />
    </Card>
  ))
  return (
    <>
      <SlowNote />
      {people}
    </>
  )
}

/** Placeholder while a person's page loads. */
export function PersonSkeleton() {
  const { t } = useTranslation()
  return (
    <Page bar busy={t('common.loading')}>
      <div className="row" style={{ gap: 'var(--s-4)', padding: 'var(--s-2) var(--s-1) var(--s-1)' }}>
        <Skeleton width={88} height={88} round onPage />
        <div className="grow stack stack-2">
          <Skeleton width="70%" height={24} onPage />
          <Skeleton width="55%" height={16} onPage />
        </div>
      </div>
      <Card>
        <Skeleton width="90%" height={36} />
      </Card>
      <Card>
        <Skeleton width="95%" height={16} />
        <Skeleton width="80%" height={16} />
        <Skeleton width="60%" height={24} />
      </Card>
    </Page>
  )
}
