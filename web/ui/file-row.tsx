import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './file-row.module.css'
import { ProgressBar } from './progress-bar.tsx'

type FileRowProps = {
  name: string
  /** File extension or icon, shown if the file has no preview. */
  sign: string | LucideIcon
  preview?: string | null
  note?: ReactNode
  failed?: boolean
  /** Upload progress, 0 to 1. */
  progress?: { share: number; label: string }
  /** Buttons shown at the end of the row. */
  end?: ReactNode
}

/**
 * Row of a file or a link: preview, extension or icon, then name and size. It also shows the upload progress, or the
 * error. All lists of files use this row and add the link or the buttons.
 */
export function FileRow({ name, sign, preview, note, failed, progress, end }: FileRowProps) {
  const Icon = failed ? TriangleAlert : typeof sign === 'string' ? null : sign
  return (
    <div className={cx(styles.file, failed && styles.refused)}>
      <span className={cx(styles.picture, failed && styles.failed)} aria-hidden="true">
        {preview && !failed ? <img src={preview} alt="" /> : Icon ? <Icon /> : String(sign).slice(0, 4)}
      </span>
      <span className="grow">
        <span className={styles.line}>
          <span className="grow ellipsis">{name}</span>
          {progress && <small className="num">{Math.round(progress.share * 100)}%</small>}
        </span>
        {progress ? (
          <span className={styles.progress}>
            <ProgressBar {...progress} />
          </span>
        ) : (
          note && (
            <small className={failed ? styles.wrong : undefined} role={failed ? 'alert' : undefined}>
              {note}
            </small>
          )
        )}
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}
