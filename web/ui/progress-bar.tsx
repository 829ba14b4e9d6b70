import styles from './progress-bar.module.css'

/** Bar that shows a progress, 0 to 1. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} value={share} max={1} aria-label={label} />
}
