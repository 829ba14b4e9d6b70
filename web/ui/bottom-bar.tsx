import { type ReactNode, useEffect, useRef } from 'react'
import styles from './page.module.css'

/**
 * Fixed bar at the bottom with one row of controls, above the safe area. Large text gives it two rows or a row of two
 * lines, so that its height is measured: the page leaves as much space below its end.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const barRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const bar = barRef.current
    if (!bar) return
    const { style } = document.documentElement
    const growth = new ResizeObserver(() => style.setProperty('--bar-height', `${bar.offsetHeight}px`))
    growth.observe(bar)
    return () => {
      growth.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [])
  return (
    <footer ref={barRef} className={styles.bottom}>
      <div className={styles.inside}>{children}</div>
    </footer>
  )
}
