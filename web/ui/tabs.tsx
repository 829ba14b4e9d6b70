import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import styles from './tabs.module.css'

/** `count`: how much is found there. */
type Tab = { to: string; label: string; count?: number }

/** Underlined tabs, each one a route; they scroll sideways when the screen is narrow. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab is another after a change of the path.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {items.map((item) => (
        <NavLink key={item.label} to={item.to} replace>
          <span>
            {item.label} {item.count !== undefined && <small>{item.count}</small>}
          </span>
        </NavLink>
      ))}
    </nav>
  )
}
