import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { pages } from '#web/client/query.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import styles from './person.module.css'

/** History of staff actions about the person, their listings and their reported content, newest first. */
export function PersonHistory({ id }: { id: number }) {
  const { t, moment } = useAdminFormats()
  const history = useInfiniteQuery(
    pages(['GET /api/admin/users/:id/history', { params: { id } }], (cursor, signal) =>
      api(
        'GET /api/admin/users/:id/history',
        { params: { id }, query: { per_page: 20, ...(cursor && { cursor }) } },
        { signal },
      ),
    ),
  )
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={styles.column}>
      <Card className="stack">
        <h2 className="head">{t('admin.person.history')}</h2>
        {history.data && entries.length === 0 && <p className="sub muted">{t('admin.person.nothing')}</p>}
        <div>
          {entries.map(
            ({ id: entryId, action, actor, created_at, subject_type, subject_id, subject_name, after }) => (
              <div key={entryId} className={styles.row}>
                <p className="sub">{t([`admin.audit.action.${action}`, action], action)}</p>
                <DottedLine className="cap muted num">
                  {subject_type !== 'user' &&
                    (subject_name ?? t(`admin.audit.subject.${subject_type}`, { id: subject_id }))}
                  {typeof after?.reason === 'string' &&
                    t([`admin.reject.${after.reason}`, after.reason], after.reason)}
                  {actor?.full_name ?? t('admin.audit.itself')}
                  {moment(created_at)}
                </DottedLine>
              </div>
            ),
          )}
        </div>
        {history.hasNextPage && (
          <Button
            small
            variant="fill"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {t('admin.person.earlier')}
          </Button>
        )}
      </Card>
    </div>
  )
}
