import type { LucideIcon } from 'lucide-react'
import styles from './story.module.css'

export type StoryStep = {
  name: string
  icon: LucideIcon
  tone?: 'off' | 'bad'
  note?: string | null
  /** The moment, and how it is written. */
  at?: { iso: string; text: string } | null
}

/** What happened, one step below the other, each with its day. */
export function Story({ steps }: { steps: StoryStep[] }) {
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
