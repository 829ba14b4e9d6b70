import { Ellipsis, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './person.module.css'
import { PersonBadge, roleName } from './person-badge.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { WarnButton } from './warn-person.tsx'

/** Header of a person's page: name, status and staff actions. */
export function PersonHeader({ person }: { person: PersonDetails }) {
  const { t } = useAdminFormats()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const { id, full_name, avatar_url, ui_language } = person
  return (
    <div className={styles.head}>
      <Avatar id={id} name={full_name} src={avatar_url} size={56} />
      <div className="grow">
        <p className="row">
          <b className="title">{full_name}</b>
          <PersonBadge person={person} quiet />
        </p>
        <p className="cap muted num">
          {[t('admin.person.id', { id }), t(roleName(person)), t(`admin.value.${ui_language}`)].join(' · ')}
        </p>
      </div>
      <ButtonLink small variant="card" icon={UserRound} to={`/user/${id}`}>
        {t('admin.users.profile')}
      </ButtonLink>
      {me && me.id !== id && person.status === 'active' && <WarnButton id={id} />}
      {me?.role === 'admin' && (
        <>
          <Button small variant="card" icon={Ellipsis} onClick={() => setOpen(true)}>
            {t('admin.users.actions')}
          </Button>
          <PersonSheet person={person} open={isOpen} onClose={() => setOpen(false)} />
        </>
      )}
    </div>
  )
}
