import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, House, MessagesSquare, Search, Send } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { lastUrl, menuEntryOf } from '#web/client/last-visited.ts'
import { loaderGone } from '#web/client/loader-done.ts'
import { sessionQuery } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazyOptional } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import styles from './main-menu.module.css'
import type { MenuCountProps } from './menu-count.tsx'

const MenuCount = lazyOptional<MenuCountProps>(
  () => loaderGone.then(() => import('./menu-count.tsx')),
  'rest',
)

const search = { to: '/search', icon: Search, label: 'nav.search' } as const
const home = { ...search, icon: House, label: 'nav.home' } as const
const otherItems = [
  { to: '/responses', icon: Send, label: 'nav.responses' },
  { to: '/chat', icon: MessagesSquare, label: 'nav.chats' },
  { to: '/profile', icon: CircleUserRound, label: 'nav.profile' },
] as const

const homePath = '/search/personal'

/**
 * The main menu. The first entry of a client is the home screen. Each entry restores its last state, and switching
 * between entries replaces the browser's history entry.
 */
export function MainMenu() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const menuEntry = menuEntryOf(pathname)
  const entry = useQuery(sessionQuery)
  if (entry.isPending) return <MenuSkeleton />
  if (entry.data?.user.start_choice === null && pathname === homePath) return null
  const items = [entry.data?.user.is_client ? home : search, ...otherItems]
  return (
    <nav className={styles.menu} aria-label={t('nav.label')}>
      <div className={styles.inside}>
        {items.map(({ to, icon: Icon, label }) => (
          <Link
            key={to}
            to={label === 'nav.home' ? homePath : lastUrl(to)}
            replace
            className={styles.item}
            aria-current={to === menuEntry ? 'page' : undefined}
            onClick={(event) => {
              haptic('selection')
              if (to !== menuEntry || (label === 'nav.home' && pathname !== homePath)) return
              event.preventDefault()
              window.scrollTo({ top: 0, behavior: 'smooth' })
            }}
          >
            <Icon />
            <span>{t(label)}</span>
            <MenuCount to={to} className={styles.dot} />
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** Placeholder of the menu while the app loads. */
function MenuSkeleton() {
  return (
    <div className={styles.menu} aria-hidden="true">
      <div className={styles.inside}>
        {[search, ...otherItems].map(({ to }) => (
          <span key={to} className={styles.item}>
            <i />
            <i />
          </span>
        ))}
      </div>
    </div>
  )
}
