import { Info } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './figures.module.css'
import type { Figure, FigureRules } from './use-figures.ts'

const FiguresSheet = lazySheet(() => import('./figures-sheet.tsx'))

/** Props of a person's statistics. `newcomerNote` replaces the statistics while there is too little data. */
type FiguresProps = {
  figures: Figure[]
  counting: FigureRules
  newcomerNote: string | null
}

/** Statistics of a person, with a button that explains them. */
export function Figures({ figures, counting, newcomerNote }: FiguresProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <div className="stack stack-4">
      {newcomerNote ? (
        <p className="sub muted">{newcomerNote}</p>
      ) : (
        <ul className={styles.figures}>
          {figures.map(({ value, note }) => (
            <li key={note}>
              <b>{value}</b> {note}
            </li>
          ))}
        </ul>
      )}
      <TextButton icon={Info} onClick={sheet.open}>
        {t('record.how')}
      </TextButton>
      {sheet.isMounted && (
        <FiguresSheet figures={newcomerNote ? [] : figures} counting={counting} {...sheet.props} />
      )}
    </div>
  )
}
