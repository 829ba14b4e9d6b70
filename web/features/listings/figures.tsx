import { Info, Sparkles } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { sheetPart } from '#web/parts/part.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SheetOnTheWay } from '#web/ui/sheet-on-the-way.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './figures.module.css'
import type { Counting, Figure } from './use-figures.ts'

const FiguresSheet = sheetPart(() => import('./figures-sheet.tsx'))

/** `fresh`: what is said in place of figures, while there is too little to count. */
type FiguresProps = { figures: Figure[]; counting: Counting; fresh: { title: string; text: string } | null }

/** What is said of a person from what happened, explained by a press. */
export function Figures({ figures, counting, fresh }: FiguresProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <div className="stack stack-4">
      {fresh ? (
        <Notice icon={Sparkles} title={fresh.title}>
          {fresh.text}
        </Notice>
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
        <Suspense fallback={<SheetOnTheWay />}>
          <FiguresSheet figures={fresh ? [] : figures} counting={counting} {...sheet.props} />
        </Suspense>
      )}
    </div>
  )
}
