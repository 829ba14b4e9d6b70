import { cx } from './class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  width?: number | string
  height: number
  onPage?: boolean
  round?: boolean
  end?: boolean
  grow?: boolean
}

/** Placeholder in the shape of a bar. Numbers are sizes in pixels. */
export function Skeleton({ width, height, onPage, round, end, grow }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      data-skeleton
      className={cx(
        styles.bar,
        onPage && styles.onPage,
        round && styles.round,
        end && styles.end,
        grow && 'grow',
      )}
      style={{ width, height }}
    />
  )
}
