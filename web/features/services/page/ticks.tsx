import { Check } from 'lucide-react'
import { bindWords } from '#web/ui/glue.ts'
import styles from './ticks.module.css'

/** Short lines, each behind a tick. */
export function Ticks({ items }: { items: string[] }) {
  return (
    <ul className={styles.ticks}>
      {items.map((item) => (
        <li key={item}>
          <Check />
          <span>{bindWords(item)}</span>
        </li>
      ))}
    </ul>
  )
}
