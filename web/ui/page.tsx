import { type ReactNode, useState } from 'react'
import { cx } from './class-names.ts'
import styles from './page.module.css'
import { SlowNote } from './slow-note.tsx'

const hasAppStarted = () => typeof document !== 'undefined' && document.documentElement.matches('.started')

/**
 * Column of a screen: at most 640 px wide, centred. `bar` reserves space for a fixed bar at the bottom. The first
 * screen appears when the loader disappears, later screens appear with an animation.
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
  /**
   * True while the screen loads. A string is read by screen readers as the heading of a screen that has no content yet.
   */
  busy?: boolean | string
}) {
  const [isAnimated] = useState(hasAppStarted)
  return (
    <main
      className={cx(styles.page, isAnimated && styles.follows, bar && styles.bar, centred && styles.centred)}
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

/** Title of a tab's screen, with an optional action beside it. */
export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="row row-between">
      <h1 className={styles.title}>{children}</h1>
      {action}
    </div>
  )
}

/** Heading of a part of the page that is no card, at the same edge as the title. */
export function PageHeading({ children }: { children: ReactNode }) {
  return <h2 className={cx('head', styles.lead)}>{children}</h2>
}

/** A sentence shown below the title. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={cx('sub muted', styles.lead)}>{children}</p>
}
