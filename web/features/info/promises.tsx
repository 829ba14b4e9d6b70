import { Lock, type LucideIcon, MessageCircleReply, Rocket } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import styles from './promises.module.css'

const promises: ['answer' | 'boost' | 'chats', LucideIcon][] = [
  ['answer', MessageCircleReply],
  ['boost', Rocket],
  ['chats', Lock],
]

/** The three promises of the product. docs/promises.md names the code that keeps each of them. */
export function Promises() {
  const { t } = useTranslation()
  return (
    <ul className={styles.list}>
      {promises.map(([name, Icon]) => (
        <li key={name} className={styles.promise}>
          <span className={styles.icon}>
            <Icon />
          </span>
          <span>
            <b>{t(`promise.${name}`)}</b>
            <small className="cap muted">{t(`promise.${name}.note`)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
