import { SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, useIsWide, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useCounts } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { PeopleTable, PersonRow } from '#web/features/admin/people/people-table.tsx'
import { PersonSheet } from '#web/features/admin/people/person-sheet.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const groups = {
  all: {},
  contractor: { group: 'contractor' },
  client: { group: 'client' },
  unverified: { group: 'unverified' },
  conflict: { group: 'conflict' },
  blocked: { status: 'blocked' },
  staff: { group: 'staff' },
} as const
type Group = keyof typeof groups
const names: Record<Group, string> = {
  all: 'admin.users.all',
  contractor: 'admin.users.freelancers',
  client: 'admin.users.clients',
  unverified: 'admin.users.onlyUnverified',
  conflict: 'admin.users.conflict',
  blocked: 'admin.users.blocked',
  staff: 'admin.users.staff',
}

/** List of people with search and filters, and with the actions of an admin. */
export default function AdminUsersScreen() {
  const { t, whole } = useAdminFormats()
  const counts = useCounts().data
  const isWide = useIsWide()
  const [group, setGroup] = useState<Group>('all')
  const [sort, setSort] = useState<'newest' | 'oldest'>('newest')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const filter = { ...groups[group], sort, ...(search && { search }) }
  const note =
    counts &&
    [
      t('admin.users.people', { count: counts.people }).replace(/^\d+/, whole(counts.people)),
      ...(counts.new_people > 0 ? [t('admin.users.new', { count: counts.new_people })] : []),
    ].join(', ')
  return (
    <AdminFrame
      adminOnly
      title={t('admin.users')}
      note={note}
      action={
        !isWide && (
          <ButtonLink small variant="card" to="/admin-panel/payments">
            {t('adminNav.payments')}
          </ButtonLink>
        )
      }
    >
      <div className="stack">
        <SearchRow label={t('admin.users.search')} text={text} onText={setText} onEnter={() => undefined} />
        <ViewChips
          views={Object.keys(groups) as Group[]}
          label={(one) => t(names[one])}
          shown={group}
          onShow={setGroup}
        />
      </div>
      <AdminList
        filter={`${group} ${search}`}
        query={(page) => query('GET /api/admin/users', { query: { ...filter, page } })}
        rows={(people, onChoose) =>
          isWide ? (
            <PeopleTable people={people} sort={sort} onSort={setSort} onChoose={onChoose} />
          ) : (
            people.map((person) => <PersonRow key={person.id} person={person} onChoose={onChoose} />)
          )
        }
        sheet={(chosen, onClose) => (
          <PersonSheet person={chosen} open={chosen !== undefined} onClose={onClose} />
        )}
        empty={{
          icon: SearchX,
          title: t('admin.empty.search.title'),
          text: t('admin.empty.search.text'),
        }}
      />
    </AdminFrame>
  )
}
