import { type ReactNode, useState } from 'react'
import { cx } from './class-names.ts'
import styles from './page.module.css'
import { SlowNote } from './slow-note.tsx'

const isUnderWay = () => typeof document !== 'undefined' && document.documentElement.matches('.started')

/**
 * The column of a screen: at most 640 px, centred; `bar` leaves room for a fixed bar at the bottom. A screen that
 * follows another one moves in; the first one simply stands there when the loader goes.
 */
export function Page({
  children,
  bar,
  centred,
  busy,
}: {
  children: ReactNode
  bar?: boolean
  centred?: boolean
  /** Words are the heading of a screen of which nothing is there yet. */
  busy?: boolean | string
}) {
  const [follows] = useState(isUnderWay)
  return (
    <main
      className={cx(styles.page, follows && styles.follows, bar && styles.bar, centred && styles.centred)}
      aria-busy={Boolean(busy) || undefined}
    >
      {typeof busy === 'string' && (
        <>
          <h1 className="visually-hidden">{busy}</h1>
          <SlowNote />
        </>
      )}
      {children}
    </main>
  )
}

/** The title of a tab, with an optional action beside it. */
export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="row row-between">
      <h1 className={styles.title}>{children}</h1>
      {action}
    </div>
  )
}

/** A sentence under the title. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={cx('sub muted', styles.lead)}>{children}</p>
}

/** The fixed bar at the bottom; one row of controls above the safe area. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <footer className={styles.bottom}>
      <div className={styles.inside}>{children}</div>
    </footer>
  )
}
