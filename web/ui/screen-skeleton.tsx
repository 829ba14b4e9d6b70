import { Card } from './card.tsx'
import { Page } from './page.tsx'
import { Skeleton } from './skeleton.tsx'

const cards = [1, 2, 3]

/**
 * Placeholder of a screen whose code or data is loading: a heading and three cards.
 * @param label heading that screen readers read meanwhile
 * @param bar whether the screen has the main menu
 */
export function ScreenSkeleton({ label, bar }: { label: string; bar?: boolean }) {
  return (
    <Page busy={label} bar={bar}>
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
