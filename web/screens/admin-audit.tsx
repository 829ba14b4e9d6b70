import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { pages } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { ListState } from '#web/features/admin/frame/list.tsx'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import {
  type AuditFilter,
  AuditFilters,
  AuditHead,
  AuditLine,
} from '#web/features/admin/operations/audit.tsx'
import queue from '#web/features/admin/queue/queue.module.css'
import { Button } from '#web/ui/button.tsx'

/** The audit log, newest entries first. The log cannot be changed. */
export default function AdminAuditScreen() {
  const { t, whole } = useAdminFormats()
  const [params] = useSearchParams()
  const [filter, setFilter] = useState<AuditFilter>({ search: params.get('search') ?? '' })
  const deferredFilter = useDeferredValue(filter)
  const query = Object.fromEntries(
    Object.entries(deferredFilter).filter(([, value]) => value !== ''),
  ) as AuditFilter
  const auditQuery = useInfiniteQuery({
    ...pages(['GET /api/admin/audit', query], (cursor, signal) =>
      api(
        'GET /api/admin/audit',
        { query: { ...query, per_page: 50, ...(cursor && { cursor }) } },
        { signal },
      ),
    ),
    placeholderData: (previousData) => previousData,
  })
  const entries = auditQuery.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <AdminFrame adminOnly title={t('admin.audit')} note={t('admin.audit.hint')}>
      <AuditFilters filter={filter} onChange={setFilter} />
      <ListState
        found={auditQuery}
        isEmpty={entries.length === 0}
        empty={{ icon: SearchX, title: t('admin.audit.empty.title'), text: t('admin.audit.empty.text') }}
      >
        <div className={queue.side}>
          <div className={queue.lines}>
            <AuditHead />
            <ul aria-label={t('admin.audit')}>
              {entries.map((entry) => (
                <AuditLine key={entry.id} entry={entry} />
              ))}
            </ul>
          </div>
          <p className="cap muted num">
            {t('admin.audit.total', { count: auditQuery.data?.pages[0]?.total ?? 0 }).replace(
              /\d+/,
              (count) => whole(Number(count)),
            )}
          </p>
          {auditQuery.hasNextPage && (
            <Button
              variant="fill"
              loading={auditQuery.isFetchingNextPage}
              onClick={() => void auditQuery.fetchNextPage()}
            >
              {t('admin.pager.next')}
            </Button>
          )}
        </div>
      </ListState>
    </AdminFrame>
  )
}
