import { TextButton } from '#web/ui/button.tsx'
import styles from './closed-foot.module.css'
import type { Closed } from './use-writable.ts'

/** Stands where one would write, and says why one cannot. */
export function ClosedFoot({ text, action }: Closed) {
  return (
    <div className={styles.closed} role="status">
      <p>{text}</p>
      {action && <TextButton onClick={action.run}>{action.label}</TextButton>}
    </div>
  )
}
