import { useMutation } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { refreshCalls } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { showToast } from '#web/ui/overlays.ts'
import { PastReports } from './past-reports.tsx'

export type Reported = ReplyOf<'GET /api/admin/reports'>['items'][number]

export const reportedRows = (subjects: Reported[]) =>
  subjects.map((one) => <ReportedRow key={`${one.subject_type} ${one.subject_id}`} subject={one} />)

/**
 * One reported subject, with the number of reports, and with each reporter's numbers of accepted and dismissed reports.
 */
function ReportedRow({ subject }: { subject: Reported }) {
  const { t } = useAdminFormats()
  const { subject_type, listing, author, text, open, accepted, dismissed, task_id, complaints } = subject
  const { subject_id, is_restorable } = subject
  const title = listing ? listing.title : t(`admin.report.${subject_type}`)
  const path = listing ? `/${listing.kind}/${listing.id}` : pathOf(subject)
  return (
    <div className={cx(styles.row, styles.flat, styles.tall)}>
      <div className="grow stack stack-2">
        <p className="row">
          <b>
            {path === null ? (
              title
            ) : (
              <Link to={path} className={styles.link}>
                {title}
              </Link>
            )}
          </b>
          <Badge tone={open > 0 ? 'bad' : undefined} icon={Flag}>
            {t('admin.report.complaints', { count: open || accepted + dismissed })}
          </Badge>
        </p>
        <DottedLine className="cap muted">
          {listing && t(`admin.report.${subject_type}`)}
          <Link to={`/admin-panel/users/${author.id}`} className={styles.link}>
            {author.full_name}
          </Link>
        </DottedLine>
        {open > 0 && <PastReports accepted={accepted} dismissed={dismissed} />}
        {text && <p className="sub clamp-2">{bindWords(text)}</p>}
        <Reports complaints={complaints} />
        {is_restorable && <RestoreButton service_id={subject_id} />}
        {open > 0 && task_id && (
          <p>
            <ButtonLink small variant="fill" to={`/admin-panel/review/${task_id}`}>
              {t('admin.reported.decide')}
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  )
}

/** Path of a reported service while others see it; null for everything else that is no listing. */
function pathOf({ subject_type, subject_id, text, is_restorable }: Reported): string | null {
  return subject_type === 'service' && text && !is_restorable ? `/service/${subject_id}` : null
}

/** The reports, each with its reporter's numbers of accepted and dismissed reports. */
export function Reports({ complaints }: Pick<Reported, 'complaints'>) {
  const { t, moment } = useAdminFormats()
  return complaints.map((one) => (
    <div key={one.id} className={styles.complaint}>
      <p className="sub">
        {t(`admin.report.reason.${one.reason}`)}
        {one.comment && `: ${one.comment}`}
      </p>
      <DottedLine className="cap muted">
        {one.reporter_name}
        {moment(one.created_at)}
        {one.state !== 'open' && t(`admin.reported.state.${one.state}`)}
      </DottedLine>
      <PastReports accepted={one.reporter_accepted} dismissed={one.reporter_dismissed} />
    </div>
  ))
}

/** Button that puts a service back that was taken down. */
function RestoreButton({ service_id }: { service_id: number }) {
  const { t } = useAdminFormats()
  const mutation = useMutation({
    mutationFn: () => api('POST /api/admin/services/:id/restore', { params: { id: service_id } }),
    onError: (error) => void showFailure(error),
    onSuccess: () => showToast({ text: t('admin.restore.done') }),
    onSettled: () => refreshCalls('GET /api/admin/reports', 'GET /api/admin/users/:id/reports'),
  })
  return (
    <p>
      <Button small variant="fill" loading={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('admin.restore')}
      </Button>
    </p>
  )
}
