import { Link } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './review.module.css'

type Duplicate = Task['duplicates'][number]

/**
 * Listings with nearly the same text, side by side with the text under review. Differences are bold. A listing with
 * exactly the same text is only named among the checks.
 */
export function Duplicates({ task: { duplicates } }: { task: Task }) {
  const { t } = useAdminFormats()
  const different = duplicates.filter(({ pieces }) => pieces.some(({ is }) => is !== 'same'))
  if (different.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('admin.twins')}</h2>
      {different.map((duplicate) => (
        <SideBySide key={duplicate.id} duplicate={duplicate} />
      ))}
    </Card>
  )
}

/** Number and title of a similar listing, how much of the text is the same, and the listing's state. */
export function DuplicateName({ duplicate }: { duplicate: Duplicate }) {
  const { t, day, percent } = useAdminFormats()
  const facts = [
    duplicate.share === null ? '' : t('admin.twins.share', { share: percent(duplicate.share) }),
    t(`admin.status.${duplicate.status}`).toLocaleLowerCase(),
    day(duplicate.since),
  ]
  return (
    <>
      <Link className={styles.link} to={`/${duplicate.kind}/${duplicate.id}`}>
        {t('admin.number', { id: duplicate.id })} {duplicate.title}
      </Link>{' '}
      {facts.filter(Boolean).join(', ')}
    </>
  )
}

function SideBySide({ duplicate }: { duplicate: Duplicate }) {
  const { t } = useAdminFormats()
  return (
    <div className={styles.beside}>
      <div>
        <h3 className="cap muted">{t('admin.twins.own')}</h3>
        <Version duplicate={duplicate} changeSide="added" />
      </div>
      <div>
        <h3 className="cap muted">
          <DuplicateName duplicate={duplicate} />
        </h3>
        <Version duplicate={duplicate} changeSide="removed" />
      </div>
    </div>
  )
}

function Version({
  duplicate: { pieces },
  changeSide,
}: {
  duplicate: Duplicate
  changeSide: 'added' | 'removed'
}) {
  let offset = 0
  return (
    <p className="prose">
      {pieces
        .filter(({ is }) => is === 'same' || is === changeSide)
        .map(({ is, text }) => {
          offset += text.length
          return is === 'same' ? text : <b key={offset}>{text}</b>
        })}
    </p>
  )
}

type Change = Task['changes'][number]

/**
 * Differences from the last approved version of a listing: each changed field before and after. Long texts are compared
 * word by word, and unchanged fields are listed last.
 */
export function Changes({ task: { changes, unchanged } }: { task: Task }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <div className="stack">
      <h3 className="head">{t('admin.changes')}</h3>
      {changes.map((change) => (
        <div key={change.field} className="stack stack-1">
          <p className="sub">
            <b>{change.field}</b>
            {change.share !== null && `, ${t('admin.changed', { share: change.share })}`}
          </p>
          <div className={styles.beside}>
            <Side title={t('admin.changes.before')} change={change} side="removed" />
            <Side title={t('admin.changes.after')} change={change} side="added" />
          </div>
        </div>
      ))}
      {unchanged.length > 0 && (
        <p className="cap muted">
          {t('admin.unchanged', { fields: unchanged.join(', ').toLocaleLowerCase() })}
        </p>
      )}
      <h3 className="head">{t('admin.changes.whole')}</h3>
    </div>
  )
}

type SideProps = { title: string; change: Change; side: 'removed' | 'added' }

/** One version of a changed field. The words that the other version lacks are marked. */
function Side({ title, change: { before, after, pieces }, side }: SideProps) {
  const Mark = side === 'removed' ? 'del' : 'ins'
  const value = side === 'removed' ? before : after
  let offset = 0
  return (
    <div>
      <p className="cap muted">{title}</p>
      <p className="prose">
        {pieces ? (
          pieces
            .filter(({ is }) => is === 'same' || is === side)
            .map(({ is, text }) => {
              offset += text.length
              return is === 'same' ? text : <Mark key={offset}>{text}</Mark>
            })
        ) : value ? (
          <Mark>{value}</Mark>
        ) : (
          '—'
        )}
      </p>
    </div>
  )
}
