import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Orbit, type Tone } from './mark.tsx'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  text?: ReactNode
  tone?: Tone
  action?: ReactNode
  main?: boolean
}

/** What stands where there is nothing yet: a ring, a title, a sentence, one button. `main`: the page's own title. */
export function EmptyState({ icon, title, text, tone, action, main }: EmptyStateProps) {
  const Title = main ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <Orbit icon={icon} tone={tone} />
      <Title className={styles.title}>{title}</Title>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
