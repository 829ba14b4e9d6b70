import { NavLink } from 'react-router-dom'
import styles from './tabs.module.css'

/** Underlined tabs, each one a route; they scroll sideways when the screen is narrow. */
export function Tabs({ label, items }: { label: string; items: { to: string; label: string }[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {items.map((item) => (
        <NavLink key={item.to} to={item.to} replace>
          {item.label}
        </NavLink>
      ))}
    </nav>
  )
}
