import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import styles from './fold-row.module.css'

type FoldRowProps = {
  picture: ReactNode
  title: string
  note: string
  /** False while a field of the row has to be mended. The row is not folded then. */
  isComplete: boolean
  children: ReactNode
}

/** One of several like things in a form: a row that unfolds its fields. */
export function FoldRow({ picture, title, note, isComplete, children }: FoldRowProps) {
  const [isOpen, setOpen] = useState(!isComplete)
  const id = useId()
  const isShown = isOpen || !isComplete
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        // A row that has to be mended stays open, also after its first right letter.
        onClick={() => setOpen(!isShown || !isComplete)}
      >
        <span className={cx('edged', styles.picture)}>{picture}</span>
        <span className="grow">
          <span className={cx('ellipsis', styles.line)}>{title}</span>
          {note && <small className={cx('ellipsis', styles.line)}>{note}</small>}
        </span>
        <ChevronDown className={cx('i16', isShown && styles.turned)} />
      </button>
      {isShown && (
        <div id={id} className="stack">
          {children}
        </div>
      )}
    </div>
  )
}
