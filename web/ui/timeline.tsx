import type { LucideIcon } from 'lucide-react'
import styles from './timeline.module.css'

export type TimelineStep = {
  name: string
  icon: LucideIcon
  tone?: 'off' | 'bad'
  note?: string | null
  /** Time of a step, as ISO 8601 and as formatted text. */
  at?: { iso: string; text: string } | null
}

/** Vertical timeline with dates. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className={styles.story}>
      {steps.map(({ name, icon: Icon, tone, note, at }) => (
        <li key={name} className={tone && styles[tone]}>
          <i aria-hidden="true">
            <Icon />
          </i>
          <span>
            {name}
            {note && <small>{note}</small>}
          </span>
          {at && <time dateTime={at.iso}>{at.text}</time>}
        </li>
      ))}
    </ol>
  )
}
