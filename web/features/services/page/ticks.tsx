import { Check } from 'lucide-react'
import { bindWords } from '#web/ui/glue.ts'
import styles from './ticks.module.css'

/** Lines of a text, without the signs with which people begin the lines of a list. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^[\s\-–—•*·✓✔]+/u, '').trim())
    .filter(Boolean)

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
