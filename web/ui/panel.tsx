import type { ReactNode } from 'react'
import styles from './signals.module.css'
import type { SignalTone } from './signals.tsx'

export type Indicator = {
  picture: ReactNode
  value: string
  note: ReactNode
  /** Replaces `note` where value and note stand in one row. */
  rowNote?: string
  tone?: SignalTone
  said?: string
}

/** Returns a translated phrase like «3 заказа» without its number, which stands above the noun in a panel. */
export const withoutNumber = (phrase: string) => phrase.replace(/^[\d\s.,\u00a0]+/, '')

/** One to three figures side by side. On a narrow screen or with large text they are stacked. */
export function Panel({ label, items }: { label: string; items: Indicator[] }) {
  return (
    <section className={styles.panel} aria-label={label}>
      {items.map((item) => (
        <div key={item.said ?? item.value}>
          <b className={item.tone && styles[item.tone]} aria-hidden={item.said ? true : undefined}>
            {item.picture}
            {item.value}
          </b>
          <span aria-hidden={item.said ? true : undefined} className={item.rowNote && styles.below}>
            {item.note}
          </span>
          {item.rowNote && (
            <span aria-hidden className={styles.beside}>
              {item.rowNote}
            </span>
          )}
          {item.said && <span className="visually-hidden">{item.said}</span>}
        </div>
      ))}
    </section>
  )
}
