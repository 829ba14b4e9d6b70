import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { IconRing, type Tone } from './mark.tsx'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  text?: ReactNode
  tone?: Tone
  action?: ReactNode
  main?: boolean
}

/** Empty state with a ring, a title, a text and a button. `main` makes the title the page's `h1`. */
export function EmptyState({ icon, title, text, tone, action, main }: EmptyStateProps) {
  const Title = main ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <IconRing icon={icon} tone={tone} />
      <Title className={styles.title}>{title}</Title>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
