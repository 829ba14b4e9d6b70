import { Ellipsis, MessageSquareWarning, UserRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { EarlierWarnings } from '#web/features/admin/decisions/consequence-sheet.tsx'
import { consequenceReasons, ReasonSheet } from '#web/features/admin/decisions/reason-sheet.tsx'
import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonBadge, roleName } from './people-table.tsx'
import styles from './person.module.css'
import { PersonSheet } from './person-sheet.tsx'

/** Header of a person's page: name, status and staff actions. */
export function PersonHeader({ person }: { person: PersonDetails }) {
  const { t } = useAdminFormats()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const { id, full_name, avatar_url, ui_language } = person
  return (
    <div className={styles.head}>
      <Avatar id={id} name={full_name} src={avatar_url} size={56} />
      <div className={styles.names}>
        <p className={styles.name}>
          <b className="title">{full_name}</b>
          <PersonBadge person={person} quiet />
        </p>
        <DottedLine className="cap muted num">
          {t('admin.person.id', { id })}
          {t(roleName(person))}
          {t(`admin.value.${ui_language}`)}
        </DottedLine>
      </div>
      {me?.role === 'admin' && (
        <IconButton
          look="card"
          icon={Ellipsis}
          label={t('admin.users.actions')}
          className={styles.more}
          onClick={() => setOpen(true)}
        />
      )}
      <div className={styles.acts}>
        <ButtonLink small variant="card" icon={UserRound} to={`/user/${id}`}>
          {t('admin.users.profile')}
        </ButtonLink>
        {me && me.id !== id && person.status === 'active' && <WarnButton person={person} />}
      </div>
      {me?.role === 'admin' && <PersonSheet person={person} open={isOpen} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Warns a person, who reads the reason in the bot. The toast shows the number of recent warnings. */
function WarnButton({ person }: { person: PersonDetails }) {
  const { t } = useAdminFormats()
  const { id, full_name, recent_warnings } = person
  const [isOpen, setOpen] = useState(false)
  const staff = useStaffAct(() => setOpen(false), 'GET /api/admin/users/:id')
  const warn = (reason: string) =>
    staff.act(
      () => api('POST /api/admin/users/:id/warn', { params: { id }, body: { reason } }),
      ({ warnings }) => t('admin.warned', { count: warnings }),
    )
  return (
    <>
      <Button small variant="card" icon={MessageSquareWarning} onClick={() => setOpen(true)}>
        {t('admin.consequence.warn')}
      </Button>
      {isOpen && (
        <ReasonSheet
          open
          onClose={() => setOpen(false)}
          title={t('admin.warn.title', { name: full_name })}
          hint={t('admin.block.hint')}
          submitLabel={t('admin.consequence.warn')}
          reasons={consequenceReasons}
          isBusy={staff.isBusy}
          onSubmit={warn}
        >
          {recent_warnings > 0 && <EarlierWarnings count={recent_warnings} isWarning />}
        </ReasonSheet>
      )}
    </>
  )
}
