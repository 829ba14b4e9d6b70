import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'

type Change = Task['changes'][number]

/** Differences from the last approved version, long texts word by word; unchanged fields are listed last. */
export function Changes({ task: { changes, unchanged } }: { task: Task }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <div className="stack">
      <h3 className="cap muted">{t('admin.changes')}</h3>
      {changes.map((change) => (
        <div key={change.field} className="prose">
          <b>{change.field}</b>
          {change.share !== null && `, ${t('admin.changed', { share: change.share })}`}
          <div>{change.pieces ? <WordDiff pieces={change.pieces} /> : <Values change={change} />}</div>
        </div>
      ))}
      {unchanged.length > 0 && (
        <p className="cap muted">
          {t('admin.unchanged', { fields: unchanged.join(', ').toLocaleLowerCase() })}
        </p>
      )}
    </div>
  )
}

function Values({ change: { before, after } }: { change: Change }) {
  return (
    <>
      {before ? <del>{before}</del> : '—'} → {after ? <ins>{after}</ins> : '—'}
    </>
  )
}

function WordDiff({ pieces }: { pieces: NonNullable<Change['pieces']> }) {
  let at = 0
  return pieces.map(({ is, text }) => {
    at += text.length
    if (is === 'same') return text
    return is === 'removed' ? <del key={`-${at}`}>{text}</del> : <ins key={`+${at}`}>{text}</ins>
  })
}
