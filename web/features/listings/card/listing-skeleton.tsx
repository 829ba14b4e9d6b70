import { Card } from '#web/ui/card.tsx'
import { Signals } from '#web/ui/signals.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'

/** Placeholder cards while a list loads. */
export function ListingSkeletons({ count = 3 }: { count?: number }) {
  const cards = Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal placeholders have no other key
    <Card key={index} aria-hidden="true">
      <Skeleton width="45%" height={13} />
      <span />
      <Skeleton width="92%" height={17} />
      <Skeleton width="60%" height={17} />
      <Skeleton width="50%" height={21} />
      <Signals stub>
        <Skeleton width={78} height={13} />
        <Skeleton width={60} height={13} />
        <Skeleton width={40} height={13} end />
      </Signals>
    </Card>
  ))
  return (
    <>
      <SlowNote />
      {cards}
    </>
  )
}
