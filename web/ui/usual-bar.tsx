import type { ReactNode } from 'react'
import styles from './usual-bar.module.css'

/**
 * A bar with a tick at the usual value. Both lengths are percentages of the whole width, such as `40%`. Without a label
 * the bar is decoration, because its values stand beside it as text.
 */
export function UsualBar({ own, usual, label }: { own: string; usual: string | null; label?: string }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <div className={styles.bar} {...said}>
      <span className={styles.own} style={{ width: own }} />
      {usual !== null && (
        <span className={styles.usual} style={{ left: `clamp(4px, ${usual}, calc(100% - 4px))` }} />
      )}
    </div>
  )
}

/** Says what the ticks stand for. */
export function UsualLegend({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.legend} cap muted`}>
      <span className={styles.tick} aria-hidden="true" />
      {children}
    </p>
  )
}
