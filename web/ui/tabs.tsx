import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { NavLink } from './nav-link.tsx'
import styles from './tabs.module.css'

/** Pixels that stay free beside the current tab, where the tabs fade out (`--s-4`). */
const gutter = 16

/** A tab with its path and label. `count` is the number of results. */
type Tab = { to: string; label: string; count?: string | undefined }

type TabsProps = { label: string; items: Tab[]; action?: ReactNode }

/** Tabs that are routes; they scroll horizontally on a narrow screen. `action` stands at the end of the row. */
export function Tabs({ label, items, action }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path and the counts move the current tab
  useEffect(() => {
    const row = nav.current
    const currentTab = row?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row || !currentTab) return
    // Scrolls the tabs only horizontally, so that the page keeps its vertical position.
    const { left, right } = row.getBoundingClientRect()
    row.scrollLeft +=
      Math.min(0, currentTab.left - left - gutter) + Math.max(0, currentTab.right - right + gutter)
  }, [pathname, items.map(({ count }) => count).join()])
  return (
    <div className={styles.row}>
      <nav ref={nav} className={styles.tabs} aria-label={label}>
        {items.map((item) => (
          <NavLink key={item.label} to={item.to} replace>
            <span>
              {item.label} {item.count !== undefined && <small>{item.count}</small>}
            </span>
          </NavLink>
        ))}
      </nav>
      {action}
    </div>
  )
}
