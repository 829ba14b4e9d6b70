import { BriefcaseBusiness, CircleUserRound, CreditCard, FolderKanban, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { productName } from '#contract/languages.ts'
import { currentLanguage } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import NotFound from '#web/features/listings/not-found.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { cx } from '#web/ui/class-names.ts'
import { Mark } from '#web/ui/mark.tsx'
import styles from './frame.module.css'
import { useCounts } from './queries.ts'

type FrameProps = {
  title: string
  note?: string
  action?: ReactNode
  /** A page of its own below a section: no menu on a phone, the title is only heard. */
  bare?: boolean
  /** Only admins, not every moderator. */
  adminOnly?: boolean
  children: ReactNode
}

/** A section of the staff: its menu below on a phone, beside the page on a wide window. */
export function AdminFrame({ title, note, action, adminOnly, bare, children }: FrameProps) {
  const me = useMe()
  if (!me) return <main aria-busy="true" />
  if (me.role === 'user' || (adminOnly && me.role !== 'admin')) return <NotFound />
  return (
    <div className={styles.shell}>
      <main className={styles.page}>
        <div className={bare ? 'visually-hidden' : 'row row-between'}>
          <div>
            <h1 className={styles.title}>{title}</h1>
            {note && <p className={cx(styles.note, 'cap muted num')}>{note}</p>}
          </div>
          {action}
        </div>
        {children}
      </main>
      <AdminMenu isAdmin={me.role === 'admin'} bare={bare} />
    </div>
  )
}

function AdminMenu({ isAdmin, bare }: { isAdmin: boolean; bare?: boolean }) {
  const { t } = useTranslation()
  const counts = useCounts().data
  const sum = (...numbers: (number | undefined)[]) =>
    numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
  const items = [
    ...(isAdmin ? [{ to: 'users', icon: Users, label: t('adminNav.users'), count: 0 }] : []),
    {
      ...{ to: 'projects', icon: FolderKanban, label: t('adminNav.projects') },
      count: sum(counts?.orders, counts?.order_reports),
    },
    {
      ...{ to: 'vacancies', icon: BriefcaseBusiness, label: t('adminNav.vacancies') },
      count: sum(counts?.vacancies, counts?.vacancy_reports),
    },
    ...(isAdmin
      ? [{ to: 'payments', icon: CreditCard, label: t('adminNav.payments'), count: 0, wide: true }]
      : []),
    { to: '/profile', icon: CircleUserRound, label: t('adminNav.profile'), count: 0 },
  ]
  return (
    <nav className={cx(styles.menu, bare && styles.aside)} aria-label={t('adminNav.label')}>
      <p className={styles.brand}>
        <Mark size={26} />
        <b>{productName[currentLanguage()]}</b>
      </p>
      {items.map(({ to, icon: Icon, label, count, ...rest }) => (
        <NavLink
          key={to}
          to={to.startsWith('/') ? to : `/admin-panel/${to}`}
          replace
          className={cx(styles.item, 'wide' in rest && styles.wide)}
          onClick={() => haptic('selection')}
        >
          <Icon />
          <span className={styles.label}>{label}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
