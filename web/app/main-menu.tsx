import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, MessagesSquare, Search, Send } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { loaderGone } from '#web/client/loader-done.ts'
import { sessionQuery } from '#web/client/query.ts'
import { haptic } from '#web/telegram/index.ts'
import styles from './main-menu.module.css'

const UnreadDot = lazy(() => loaderGone.then(() => import('#web/features/chat/unread-dot.tsx')))

const items = [
  { to: '/search', icon: Search, label: 'nav.search' },
  { to: '/responses', icon: Send, label: 'nav.responses' },
  { to: '/chat', icon: MessagesSquare, label: 'nav.chats' },
  { to: '/profile', icon: CircleUserRound, label: 'nav.profile' },
] as const

/** The main menu. Its entries are roots: going from one to another adds nothing to the history. */
export function MainMenu() {
  const { t } = useTranslation()
  const isStarting = useQuery(sessionQuery).isPending
  if (isStarting) return <MenuSkeleton />
  return (
    <nav className={styles.menu} aria-label={t('nav.label')}>
      <div className={styles.inside}>
        {items.map(({ to, icon: Icon, label }) => (
          <NavLink key={to} to={to} replace className={styles.item} onClick={() => haptic('selection')}>
            <Icon />
            <span>{t(label)}</span>
            {to === '/chat' && (
              <Suspense>
                <UnreadDot className={styles.dot} />
              </Suspense>
            )}
          </NavLink>
        ))}
      </div>
    </nav>
  )
}

/** The menu's shape while the app loads. */
function MenuSkeleton() {
  return (
    <div className={styles.menu} aria-hidden="true">
      <div className={styles.inside}>
        {items.map(({ to }) => (
          <span key={to} className={styles.item}>
            <i />
            <i />
          </span>
        ))}
      </div>
    </div>
  )
}
