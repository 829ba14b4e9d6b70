import { useEffect } from 'react'
import styles from './loader.module.css'
import { Mark } from './mark.tsx'

/** The full-screen loader: covers the app and stops the page from scrolling while it stands. */
export function Loader({ text }: { text: string }) {
  useEffect(() => {
    const root = document.documentElement
    root.style.overflow = 'hidden'
    return () => {
      root.style.overflow = ''
    }
  }, [])
  return (
    <div className={styles.loader}>
      <Mark className={styles.mark} turning />
      <p className="sub muted" role="status">
        {text}
      </p>
    </div>
  )
}

/** The small turning ring inside a busy button. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      className={`${styles.spinner} ${className ?? ''}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      aria-hidden="true"
      data-turning
    >
      <circle cx="12" cy="12" r="9" pathLength="100" strokeDasharray="70 30" />
    </svg>
  )
}
