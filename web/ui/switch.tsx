import type { ComponentProps } from 'react'
import styles from './switch.module.css'

export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-checked={props.checked ?? false}
      className={styles.switch}
    />
  )
}
