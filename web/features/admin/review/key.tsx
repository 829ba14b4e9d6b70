import styles from './key.module.css'

/** Visual label of a key. Screen readers learn the shortcut from `aria-keyshortcuts` of the button. */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}
