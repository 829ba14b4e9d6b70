import { TextButton } from '#web/ui/button.tsx'
import styles from './closed-note.module.css'
import type { ClosedReason } from './use-writable.ts'

/** Shown instead of the composer, with the reason why writing is not possible. */
export function ClosedNotice({ text, action }: ClosedReason) {
  return (
    <div className={styles.closed} role="status">
      <p>{text}</p>
      {action && <TextButton onClick={action.run}>{action.label}</TextButton>}
    </div>
  )
}
