import { List } from '#web/ui/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import styles from './room-cell.module.css'

const cells = [1, 2, 3, 4]

/** Placeholder while chats load. */
export function RoomsSkeleton() {
  return (
    <>
      <SlowNote />
      <List>
        {cells.map((cell) => (
          <div key={cell} className={styles.cell} aria-hidden="true">
            <Skeleton width={44} height={44} round />
            <span className="grow stack stack-1">
              <Skeleton width="50%" height={17} />
              <Skeleton width="70%" height={13} />
              <Skeleton width="85%" height={15} />
            </span>
          </div>
        ))}
      </List>
    </>
  )
}
