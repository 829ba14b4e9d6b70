import { useTranslation } from '#web/client/use-translation.ts'
import styles from '#web/features/admin/review/key.module.css'
import { Key } from '#web/features/admin/review/key.tsx'

type KeyHelpProps = {
  onNext: () => void
  onBefore: () => void
  onUndo: () => void
}

/**
 * Keyboard shortcuts of the moderation queue. "A" and "R" only have labels here; their buttons are in the
 * review.
 */
export function KeyHelp({ onNext, onBefore, onUndo }: KeyHelpProps) {
  const { t } = useTranslation()
  const shortcutButton = (name: string, what: string, onClick: () => void) => (
    <button key={name} type="button" aria-keyshortcuts={name} onClick={onClick}>
      <Key name={name} />
      {t(`admin.key.${what}`)}
    </button>
  )
  const shortcutLabel = (name: string, what: string) => (
    <span key={name}>
      <Key name={name} />
      {t(`admin.key.${what}`)}
    </span>
  )
  return (
    <div className={styles.help}>
      {shortcutButton('J', 'next', onNext)}
      {shortcutButton('K', 'prev', onBefore)}
      {shortcutLabel('A', 'approve')}
      {shortcutLabel('R', 'reject')}
      {shortcutButton('Z', 'undo', onUndo)}
    </div>
  )
}
