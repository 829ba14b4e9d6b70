import {
  Ban,
  CreditCard,
  IdCard,
  Phone,
  PhoneOff,
  ShieldMinus,
  ShieldPlus,
  UserCheck,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { consequenceReasons, ReasonSheet } from '#web/features/admin/decisions/reason-sheet.tsx'
import type { Person } from '#web/features/admin/frame/queries.ts'
import { useStaffAct } from '#web/features/admin/frame/staff-act.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Subject = Pick<Person, 'id' | 'full_name' | 'role' | 'status' | 'verification' | 'block_reason'>
type PersonSheetProps = { person: Subject | undefined; open: boolean; onClose: () => void }

/** Actions of an admin on a person. */
export function PersonSheet({ person, open, onClose }: PersonSheetProps) {
  const { t } = useAdminFormats()
  const navigate = useNavigate()
  const [isBlocking, setBlocking] = useState(false)
  const onActDone = () => {
    setBlocking(false)
    onClose()
  }
  const staff = useStaffAct(
    onActDone,
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/history',
  )
  if (!person) return null
  const { id, role, status, verification } = person
  const params = { id }
  const setRole = (next: 'user' | 'moderator') =>
    staff.actConfirmed(
      () => api('POST /api/admin/users/:id/role', { params, body: { role: next } }),
      t('admin.users.roleDone'),
    )
  const decidePhone = (verdict: 'confirmed' | 'refused') =>
    staff.act(
      () => api('POST /api/admin/users/:id/verification', { params, body: { verdict } }),
      t('admin.users.verificationDone'),
    )
  const setStatus = (next: 'active' | 'blocked', reason?: string) =>
    staff.act(
      () => api('POST /api/admin/users/:id/status', { params, body: { status: next, reason } }),
      t(next === 'active' ? 'admin.unblock.done' : 'admin.block.done'),
    )
  return (
    <>
      <Sheet open={open && !isBlocking} onClose={onClose} title={person.full_name}>
        {verification === 'conflict' && <p className="sub warn">{t('admin.users.conflictText')}</p>}
        {person.block_reason && <p className="sub bad">{person.block_reason}</p>}
        <List icons>
          <Cell icon={IdCard} to={`/admin-panel/users/${id}`} title={t('admin.person.open')} />
          <Cell icon={UserRound} to={`/user/${id}`} title={t('admin.users.profile')} />
          <Cell
            icon={CreditCard}
            title={t('admin.users.payments')}
            onClick={() => void navigate(`/admin-panel/payments?payer=${id}`)}
          />
          {verification === 'conflict' && (
            <>
              <Cell
                inPlace
                icon={Phone}
                title={t('admin.users.confirm')}
                onClick={() => decidePhone('confirmed')}
              />
              <Cell
                inPlace
                icon={PhoneOff}
                title={t('admin.users.refuse')}
                onClick={() => decidePhone('refused')}
              />
            </>
          )}
          {role === 'user' && status === 'active' && (
            <Cell
              inPlace
              icon={ShieldPlus}
              title={t('admin.users.makeModerator')}
              onClick={() => setRole('moderator')}
            />
          )}
          {role === 'moderator' && (
            <Cell
              inPlace
              icon={ShieldMinus}
              title={t('admin.users.makeUser')}
              onClick={() => setRole('user')}
            />
          )}
          {status === 'blocked' && (
            <Cell inPlace icon={UserCheck} title={t('admin.unblock')} onClick={() => setStatus('active')} />
          )}
          {status === 'active' && role === 'user' && (
            <Cell bad icon={Ban} title={t('admin.block')} onClick={() => setBlocking(true)} />
          )}
        </List>
      </Sheet>
      <ReasonSheet
        key={id}
        open={isBlocking}
        onClose={() => setBlocking(false)}
        title={t('admin.block.title', { name: person.full_name })}
        hint={t('admin.block.hint')}
        submitLabel={t('admin.block.submit')}
        reasons={consequenceReasons}
        isBusy={staff.isBusy}
        // The person reads the reason of a block, so a listed reason is sent as its translation.
        onSubmit={(reason) => setStatus('blocked', t([`admin.reject.${reason}`, reason], reason))}
      />
    </>
  )
}
