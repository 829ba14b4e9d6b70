import styles from './key.module.css'

/** A key of the keyboard, for the eyes; what it does is announced by `aria-keyshortcuts` of its button. */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}
