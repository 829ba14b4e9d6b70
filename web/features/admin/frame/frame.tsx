import {
  BriefcaseBusiness,
  CircleUserRound,
  CreditCard,
  Ellipsis,
  Flag,
  FolderKanban,
  type LucideIcon,
  Megaphone,
  MessageCircleQuestion,
  ScrollText,
  Tags,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { productName } from '#contract/languages.ts'
import { currentLanguage } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import NotFound from '#web/features/listings/list/not-found.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Logo } from '#web/ui/mark.tsx'
import { NavLink } from '#web/ui/nav-link.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './frame.module.css'
import { useCounts } from './queries.ts'

type FrameProps = {
  title: string
  note?: string
  action?: ReactNode
  /** True for detail pages, which hide the menu on a phone and the visible title. */
  isDetailPage?: boolean
  /** Section of the menu to which a detail page belongs. */
  section?: string
  /** True if moderators who are not admins have no access. */
  adminOnly?: boolean
  children: ReactNode
}

/** Layout of a staff section; the menu is a bottom bar on a phone and a sidebar on a wide screen. */
export function AdminFrame({ title, note, action, adminOnly, isDetailPage, section, children }: FrameProps) {
  const me = useMe()
  if (!me) return <main aria-busy="true" />
  if (me.role === 'user' || (adminOnly && me.role !== 'admin')) return <NotFound />
  return (
    <div className={styles.shell}>
      <main className={styles.page}>
        <div className={isDetailPage ? 'visually-hidden' : 'row row-between'}>
          <div>
            <h1 className={styles.title}>{title}</h1>
            {note && <p className={cx(styles.note, 'cap muted num')}>{note}</p>}
          </div>
          {action}
        </div>
        {children}
      </main>
      <AdminMenu isAdmin={me.role === 'admin'} bare={isDetailPage} section={section} />
    </div>
  )
}

type Section = {
  to: string
  icon: LucideIcon
  label: string
  count?: number
  /** Page of the section that has an address of its own. */
  also?: string
  /** True if a phone lists the section under "More". */
  inMore?: true
}

type MenuProps = { isAdmin: boolean; bare?: boolean | undefined; section?: string | undefined }

function AdminMenu({ isAdmin, bare, section }: MenuProps) {
  const { t } = useTranslation()
  const [isMore, setMore] = useState(false)
  const sections = useSections(isAdmin)
  const more = sections.filter(({ inMore }) => inMore)
  const { pathname } = useLocation()
  const isAlso = ({ also }: { also?: string | undefined }) =>
    also !== undefined && pathname.startsWith(addressOf(also))
  const isInMore = more.some((one) => pathname.startsWith(addressOf(one.to)) || isAlso(one))
  return (
    <nav className={cx(styles.menu, bare && styles.aside)} aria-label={t('adminNav.label')}>
      <p className={styles.brand}>
        <Logo size={26} />
        <b>{productName[currentLanguage()]}</b>
      </p>
      {sections.map(({ to, icon: Icon, label, count = 0, inMore, also }) => (
        <NavLink
          key={to}
          to={addressOf(to)}
          replace
          className={cx(styles.item, inMore && styles.wide)}
          {...((to === section || isAlso({ also })) && { 'aria-current': 'page' as const })}
          onClick={() => haptic('selection')}
        >
          <Icon />
          <span className={styles.label}>{label}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </NavLink>
      ))}
      {more.length > 0 && (
        <button
          type="button"
          className={cx(styles.item, styles.narrow)}
          aria-current={isInMore || undefined}
          onClick={() => setMore(true)}
        >
          <Ellipsis />
          <span className={styles.label}>{t('adminNav.more')}</span>
          {sumOf(more) > 0 && <span className={styles.count}>{sumOf(more)}</span>}
        </button>
      )}
      <Sheet open={isMore} onClose={() => setMore(false)} title={t('adminNav.label')}>
        <List icons>
          {more.map(({ to, icon, label, count }) => (
            <Cell key={to} icon={icon} to={addressOf(to)} title={label} end={count || null} />
          ))}
        </List>
      </Sheet>
    </nav>
  )
}

const addressOf = (to: string) => (to.startsWith('/') ? to : `/admin-panel/${to}`)
const sumOf = (sections: Section[]) => sections.reduce((sum, { count = 0 }) => sum + count, 0)

/** Sections that the staff member can open, each with the number of waiting items. */
function useSections(isAdmin: boolean): Section[] {
  const { t } = useTranslation()
  const counts = useCounts().data
  const reports = (counts?.order_reports ?? 0) + (counts?.vacancy_reports ?? 0)
  const forAdmins = (...sections: Section[]) => (isAdmin ? sections : [])
  return [
    { to: 'projects', icon: FolderKanban, label: t('adminNav.projects'), count: counts?.orders ?? 0 },
    {
      to: 'vacancies',
      icon: BriefcaseBusiness,
      label: t('adminNav.vacancies'),
      count: counts?.vacancies ?? 0,
    },
    { to: 'reports', icon: Flag, label: t('adminNav.reports'), count: reports },
    {
      to: 'support',
      icon: MessageCircleQuestion,
      label: t('adminNav.support'),
      count: counts?.support ?? 0,
      inMore: true,
    },
    ...forAdmins(
      { to: 'users', icon: Users, label: t('adminNav.users'), inMore: true },
      { to: 'payments', also: 'cases', icon: CreditCard, label: t('adminNav.payments'), inMore: true },
      {
        to: 'channels',
        icon: Megaphone,
        label: t('adminNav.channels'),
        count: counts?.lost_channels ?? 0,
        inMore: true,
      },
      { to: 'audit', icon: ScrollText, label: t('adminNav.audit'), inMore: true },
      { to: 'directories', icon: Tags, label: t('adminNav.directories'), inMore: true },
    ),
    { to: '/profile', icon: CircleUserRound, label: t('adminNav.profile') },
  ]
}
