import { Link } from 'react-router-dom'
import { Card } from '#web/ui/card.tsx'
import type { Task } from './queries.ts'
import styles from './review.module.css'
import { useAdminFormats } from './use-admin-formats.ts'

type Twin = Task['duplicates'][number]

/** Listings that say nearly the same, each beside the words under review; what only one of the two has stands out. */
export function Twins({ task: { duplicates } }: { task: Task }) {
  const { t } = useAdminFormats()
  if (duplicates.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('admin.twins')}</h2>
      {duplicates.map((twin) => (
        <Beside key={twin.id} twin={twin} />
      ))}
    </Card>
  )
}

function Beside({ twin }: { twin: Twin }) {
  const { t, day, percent } = useAdminFormats()
  const facts = [
    twin.share === null ? '' : percent(twin.share),
    t(`admin.status.${twin.status}`),
    day(twin.since),
  ]
  return (
    <div className={styles.beside}>
      <div>
        <h3 className="cap muted">{t('admin.twins.own')}</h3>
        <Version twin={twin} shown="added" />
      </div>
      <div>
        <h3 className="cap muted">
          <Link className={styles.link} to={`/${twin.kind}/${twin.id}`}>
            {t('admin.number', { id: twin.id })} {twin.title}
          </Link>{' '}
          {facts.filter(Boolean).join(', ')}
        </h3>
        <Version twin={twin} shown="removed" />
      </div>
    </div>
  )
}

function Version({ twin: { pieces }, shown }: { twin: Twin; shown: 'added' | 'removed' }) {
  let at = 0
  return (
    <p className="prose">
      {pieces
        .filter(({ is }) => is === 'same' || is === shown)
        .map(({ is, text }) => {
          at += text.length
          return is === 'same' ? text : <b key={at}>{text}</b>
        })}
    </p>
  )
}
