import { useQuery } from '@tanstack/react-query'
import {
  ChevronRight,
  Clock,
  Eye,
  Flame,
  MessageCircleQuestion,
  PencilLine,
  Scale,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { EarlierWarnings } from '#web/features/admin/decisions/consequence-sheet.tsx'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { OrderFiles } from '#web/features/listing-page/order-sections.tsx'
import { priceUnits } from '#web/features/listings/card/listing-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, Price } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Facts } from '#web/ui/list.tsx'
import { Checks } from './checks.tsx'
import { Changes, Duplicates } from './differences.tsx'
import styles from './review.module.css'
import { ReviewActions, type ReviewActionsProps } from './review-actions.tsx'

/** Shows everything that a moderator needs to decide a task, and the buttons for the decision. */
export function Review({ task, ...acts }: Omit<ReviewActionsProps, 'children'>) {
  const { t } = useAdminFormats()
  // The first decision and the words of an author who disagrees with it come first: they are new about the task.
  const renderColumns = (otherActs: ReactNode) => (
    <div className={styles.columns}>
      <div className={styles.side}>
        {task.appeal && <Discussion task={task} />}
        <Card className="stack">
          <TaskBadges task={task} />
          <h2 className="title">
            {task.report
              ? `${t(`admin.report.${task.report.subject_type}`)}: ${reportedName(task)}`
              : task.title}
          </h2>
          <Terms task={task} />
          {task.edit_note && <p className="sub muted">{bindWords(task.edit_note)}</p>}
          <Changes task={task} />
          {task.report && task.text && (
            <h3 className="cap muted">{t(`admin.report.text.${task.report.subject_type}`)}</h3>
          )}
          {task.report?.subject_type === 'service' && !task.text && (
            <p className="sub muted">{t('admin.report.gone')}</p>
          )}
          <MarkedText text={task.text} marks={task.marks} />
        </Card>
        <ReviewFiles task={task} />
        <Duplicates task={task} />
        {!task.appeal && <Discussion task={task} />}
      </div>
      <div className={styles.side}>
        {task.subject !== 'report' && <Checks task={task} />}
        <Details task={task} />
      </div>
      <div className={styles.side}>
        <Author task={task} />
        {otherActs}
      </div>
    </div>
  )
  return (
    <ReviewActions task={task} {...acts}>
      {renderColumns}
    </ReviewActions>
  )
}

/** Name of the reported listing, or of the author of anything else that is reported. */
const reportedName = ({ report, title, author }: Task) =>
  report?.subject_type === 'listing' && title ? title : author.full_name

function Terms({ task }: { task: Task }) {
  const { t } = useAdminFormats()
  const { report, title } = task
  return (
    <>
      {report && title && report.subject_type !== 'listing' && <p className="sub muted">{title}</p>}
      {report?.sides && task.status && (
        <p className="sub">{`${t(`admin.status.${task.status}`)}. ${t('admin.sides', report.sides)}`}</p>
      )}
      <OfferedPrice task={task} />
      {report && <Reporters report={report} />}
    </>
  )
}

function OfferedPrice({ task: { offer, kind } }: { task: Task }) {
  const { t, offer: offerText } = useAdminFormats()
  if (!offer) return null
  const { text, isPriced } = offerText(offer)
  const unit = priceUnits[offer.payment_format ?? (kind === 'vacancy' ? 'monthly' : 'fixed')]
  return (
    <Price large unit={isPriced ? t(unit) : undefined}>
      {text}
    </Price>
  )
}

/** People who have reported the same subject, each with their numbers of accepted and dismissed reports. */
function Reporters({ report: { complaints, reporters } }: { report: NonNullable<Task['report']> }) {
  const { t, moment } = useAdminFormats()
  return (
    <div className="stack">
      <h3 className="cap muted">{t('admin.report.complaints', { count: complaints })}</h3>
      {reporters.map(({ id, full_name, reason, comment, created_at, accepted, dismissed }) => (
        <div key={id}>
          <DottedLine className="sub">
            <Link to={`/admin-panel/users/${id}`} className={styles.link}>
              {full_name}
            </Link>
            {t(`admin.report.reason.${reason}`)}
          </DottedLine>
          {comment && <p className="sub">{comment}</p>}
          <DottedLine className="cap muted num">
            {moment(created_at)}
            {accepted + dismissed === 0
              ? t('admin.report.past.first')
              : t('admin.report.past.of', { accepted, total: accepted + dismissed })}
          </DottedLine>
        </div>
      ))}
    </div>
  )
}

/** Messages between the author and the moderators about the task. */
function Discussion({ task: { appeal, first, question, answer } }: { task: Task }) {
  const { t, moment } = useAdminFormats()
  const reason = first?.reason ? t([`admin.reject.${first.reason}`, first.reason], first.reason) : ''
  const exchange = [
    {
      name: t('admin.appeal.first'),
      text:
        first &&
        `${reason}\n${first.decider_name ?? ''}, ${first.decided_at ? moment(first.decided_at) : ''}`,
    },
    { name: t('admin.appealed'), text: appeal },
    { name: t('admin.question'), text: question },
    { name: t('admin.answer'), text: answer },
  ].filter(({ text }) => text)
  if (exchange.length === 0) return null
  return (
    <Card className="stack">
      {exchange.map(({ name, text }) => (
        <div key={name} className={styles.talk}>
          <h2 className="cap muted">{name}</h2>
          <p className="prose">{bindWords(text ?? '')}</p>
        </div>
      ))}
      {first?.decider_name && (
        <p className="sub muted">
          {t(first.has_other ? 'admin.appeal.other' : 'admin.appeal.same', { name: first.decider_name })}
        </p>
      )}
    </Card>
  )
}

function Author({ task: { author, author_status, author_warnings, record, subject } }: { task: Task }) {
  const { t, day } = useAdminFormats()
  const isNew = new Date(author.created_at).toDateString() === new Date().toDateString()
  const since = isNew ? t('admin.author.today') : t('admin.author.since', { date: day(author.created_at) })
  const facts = [
    {
      name: t('admin.author.phone'),
      value: t(author.is_verified ? 'admin.author.phoneYes' : 'admin.author.phoneNo'),
    },
    { name: t('admin.author.published'), value: record.published },
    { name: t('admin.author.rejected'), value: record.rejected },
    { name: t('admin.author.reports'), value: record.reports },
    ...(subject === 'report' ? [] : [{ name: t('admin.author.payments'), value: record.payments }]),
  ]
  return (
    <Card>
      <Link to={`/admin-panel/users/${author.id}`} className={styles.author}>
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} />
        <span className="grow">
          <span className="head">{author.full_name}</span>
          <small className="cap muted" style={{ display: 'block' }}>
            {t(author.is_client ? 'admin.author.client' : 'admin.author.freelancer', { since })}
          </small>
        </span>
        {author_status === 'blocked' && <Badge tone="bad">{t('admin.author.blocked')}</Badge>}
        <ChevronRight className="muted" />
      </Link>
      <Facts items={facts} />
      <EarlierWarnings count={author_warnings} />
    </Card>
  )
}

function Details({ task: { offer, kind } }: { task: Task }) {
  const { t, date } = useAdminFormats()
  if (!offer) return null
  const facts = [
    { name: t('admin.category'), value: offer.category ?? t('admin.category.none') },
    // A job has no day of handing in.
    ...(kind === 'vacancy'
      ? []
      : [{ name: t('admin.deadline'), value: offer.deadline ? date(offer.deadline) : t('card.noDeadline') }]),
    { name: t('admin.field.skills'), value: offer.skills.join(', ') || t('admin.skills.none') },
    { name: t('admin.field.location'), value: offer.location ?? t('common.notSpecified') },
    { name: t('admin.period'), value: t('admin.days', { count: offer.placement_period }) },
  ]
  return (
    <Card className={styles.details}>
      <Facts items={facts} />
    </Card>
  )
}

/** Text under review. The problems that the automatic checks have found are highlighted. */
function MarkedText({ text, marks }: { text: string; marks: [number, number][] }) {
  const parts = marks.flatMap(([from, to], at) => [
    { at: from - 0.5, plain: text.slice(marks[at - 1]?.[1] ?? 0, from) },
    { at: from, marked: text.slice(from, to) },
  ])
  const remainingText = text.slice(marks.at(-1)?.[1] ?? 0)
  return (
    <p className="prose">
      {parts.map((part) =>
        part.marked ? (
          <mark key={part.at} className={styles.mark}>
            {bindWords(part.marked)}
          </mark>
        ) : (
          bindWords(part.plain ?? '')
        ),
      )}
      {bindWords(remainingText)}
    </p>
  )
}

/** Attachments of the listing. Pictures are displayed, other files can be downloaded. */
function ReviewFiles({ task: { kind, listing_id, subject } }: { task: Task }) {
  const call = kind === 'vacancy' ? 'GET /api/vacancy/:id/files' : 'GET /api/projects/:id/files'
  const files = useQuery({
    ...query(call, { params: { id: listing_id ?? 0 } }),
    enabled: listing_id !== null && subject !== 'report',
  }).data
  return files && files.length > 0 ? <OrderFiles files={files} /> : null
}

/** Badges of a moderation task: waiting time, urgency, kind, the moderator who claimed it, and its number. */
function TaskBadges({ task }: { task: Task }) {
  const { t, waiting } = useAdminFormats()
  const { text, tone } = waiting(task.waiting_since)
  const isHeld = task.state === 'claimed' && Date.parse(task.claimed_until ?? '') > Date.now()
  return (
    <div className="row row-between" style={{ flexWrap: 'wrap' }}>
      <div className="row" style={{ flexWrap: 'wrap', rowGap: 'var(--s-1)' }}>
        {task.decided_by ? null : task.state === 'returned' ? (
          <Badge icon={MessageCircleQuestion}>{t('admin.asked')}</Badge>
        ) : (
          <Badge tone={tone} icon={Clock}>
            {text}
          </Badge>
        )}
        {task.offer?.urgent && (
          <Badge tone="warn" icon={Flame}>
            {t('admin.urgent')}
          </Badge>
        )}
        {task.subject === 'revision' && <Badge icon={PencilLine}>{t('admin.edit')}</Badge>}
        {task.appeal && (
          <Badge tone="warn" icon={Scale}>
            {t('admin.appeal')}
          </Badge>
        )}
        {task.decided_alone && (
          <Badge tone="warn" icon={UserRound}>
            {t('admin.alone')}
          </Badge>
        )}
        {isHeld && (
          <Badge tone="accent" icon={Eye}>
            {t('admin.held', { name: task.claimer_name ?? '' })}
          </Badge>
        )}
      </div>
      {task.listing_id && <span className="cap muted num">{t('admin.number', { id: task.listing_id })}</span>}
    </div>
  )
}
