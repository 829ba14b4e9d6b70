import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { NavLink } from './nav-link.tsx'
import styles from './tabs.module.css'

/** A tab with its path and label. `count` is the number of results. */
type Tab = { to: string; label: string; count?: string | undefined }

/** Tabs that are links to paths of the app. They scroll horizontally on a narrow screen. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path determines the current tab
  useEffect(() => {
    const row = nav.current
    const currentTab = row?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row || !currentTab) return
    // Scrolls the tabs only horizontally, so that the page keeps its vertical position.
    const { left, right } = row.getBoundingClientRect()
    row.scrollLeft += Math.min(0, currentTab.left - left) + Math.max(0, currentTab.right - right)
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
