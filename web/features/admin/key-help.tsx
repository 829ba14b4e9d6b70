import { useTranslation } from '#web/client/use-translation.ts'
import styles from './key.module.css'
import { Key } from './key.tsx'

type KeyHelpProps = {
  onNext: () => void
  onBefore: () => void
  onUndo: () => void
}

/** Which keys a shift has; those that decide stand on the buttons of what is shown as well. */
export function KeyHelp({ onNext, onBefore, onUndo }: KeyHelpProps) {
  const { t } = useTranslation()
  const pressed = (name: string, what: string, onClick: () => void) => (
    <button key={name} type="button" aria-keyshortcuts={name} onClick={onClick}>
      <Key name={name} />
      {t(`admin.key.${what}`)}
    </button>
  )
  const elsewhere = (name: string, what: string) => (
    <span key={name}>
      <Key name={name} />
      {t(`admin.key.${what}`)}
    </span>
  )
  return (
    <div className={styles.help}>
      {pressed('J', 'next', onNext)}
      {pressed('K', 'prev', onBefore)}
      {elsewhere('A', 'approve')}
      {elsewhere('R', 'reject')}
      {pressed('Z', 'undo', onUndo)}
    </div>
  )
}
