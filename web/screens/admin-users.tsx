import { useQuery } from '@tanstack/react-query'
import { CreditCard, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { Pager } from '#web/features/admin/frame/pager.tsx'
import { useCounts } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { PeopleTable } from '#web/features/admin/people/people-table.tsx'
import { PersonRow } from '#web/features/admin/people/person-row.tsx'
import { PersonSheet } from '#web/features/admin/people/person-sheet.tsx'
import { useIsWide } from '#web/features/admin/queue/use-wide.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

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

/** List of people with search and filters, and an admin's actions. */
export default function AdminUsersScreen() {
  const { t, whole } = useAdminFormats()
  const counts = useCounts().data
  const isWide = useIsWide()
  const navigate = useNavigate()
  const [group, setGroup] = useState<Group>('all')
  const [sort, setSort] = useState<'newest' | 'oldest'>('newest')
  const [page, setPage] = useState(1)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    ...query('GET /api/admin/users', { query: { ...groups[group], page, sort, ...(search && { search }) } }),
    placeholderData: (before) => before,
  })
  const people = found.data?.items ?? []
  const note =
    counts &&
    [
      t('admin.users.people', { count: counts.people }).replace(/^\d+/, whole(counts.people)),
      t('admin.users.new', { count: counts.new_people }),
    ].join(', ')
  const first = (change: () => void) => {
    change()
    setPage(1)
  }
  return (
    <AdminFrame
      adminOnly
      title={t('admin.users')}
      note={note}
      action={
        !isWide && (
          <IconButton
            look="card"
            icon={CreditCard}
            label={t('adminNav.payments')}
            onClick={() => void navigate('/admin-panel/payments')}
          />
        )
      }
    >
      <div className={styles.tools}>
        <SearchRow
          label={t('admin.users.search')}
          text={text}
          onText={(next) => first(() => setText(next))}
          onEnter={() => undefined}
        />
        <ChipScroller label={t('admin.filter')}>
          {(Object.keys(groups) as Group[]).map((one) => (
            <Chip key={one} pressed={one === group} onClick={() => first(() => setGroup(one))}>
              {t(names[one])}
            </Chip>
          ))}
        </ChipScroller>
      </div>
      {found.data && people.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('admin.empty.search.title')}
          text={t('admin.empty.search.text')}
        />
      )}
      {people.length > 0 &&
        (isWide ? (
          <PeopleTable people={people} sort={sort} onSort={setSort} onChoose={setChosen} />
        ) : (
          <div className={styles.table}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} onChoose={setChosen} />
            ))}
          </div>
        ))}
      {found.data && <Pager pagination={found.data.pagination} onPage={setPage} />}
      <PersonSheet
        person={people.find(({ id }) => id === chosen)}
        open={chosen !== null}
        onClose={() => setChosen(null)}
      />
    </AdminFrame>
  )
}
