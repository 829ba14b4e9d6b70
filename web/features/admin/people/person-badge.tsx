import { BadgeCheck, Ban, Flag, PhoneOff, Undo2 } from 'lucide-react'
import type { Person } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge } from '#web/ui/badge.tsx'

type Shown = Pick<Person, 'status' | 'open_reports' | 'verification' | 'returned' | 'is_verified'>

/** The most urgent fact about a person; problems win over verification. */
export function PersonBadge({ person, quiet }: { person: Shown; quiet?: boolean }) {
  const { t } = useAdminFormats()
  if (person.status === 'blocked')
    return (
      <Badge tone="bad" icon={Ban}>
        {t('admin.users.blocked')}
      </Badge>
    )
  if (person.open_reports > 0)
    return (
      <Badge tone="bad" icon={Flag}>
        {t('admin.users.report')}
      </Badge>
    )
  if (person.verification === 'conflict')
    return (
      <Badge tone="warn" icon={PhoneOff}>
        {t('admin.users.conflict')}
      </Badge>
    )
  if (person.returned)
    return (
      <Badge tone="warn" icon={Undo2}>
        {t('admin.users.returned', { count: person.returned.rejections })}
      </Badge>
    )
  if (quiet) return null
  return person.is_verified ? (
    <Badge tone="good" icon={BadgeCheck}>
      {t('admin.users.verified')}
    </Badge>
  ) : (
    <Badge>{t('admin.users.unverified')}</Badge>
  )
}

/** Translation key of the person's role. */
export function roleName({ role, is_client }: Pick<Person, 'role' | 'is_client'>): string {
  if (role !== 'user') return `admin.users.${role}`
  return is_client ? 'admin.users.client' : 'admin.users.freelancer'
}
