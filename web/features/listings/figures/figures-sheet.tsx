import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './figures.module.css'
import type { Figure, FigureRules } from './use-figures.ts'

type FiguresSheetProps = {
  figures: Figure[]
  counting: FigureRules
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Sheet that explains how each statistic of a person is computed. */
export default function FiguresSheet({ figures, counting, ...sheet }: FiguresSheetProps) {
  const { t } = useTranslation()
  const [isFormulaShown, setFormulaShown] = useState(false)
  return (
    <Sheet
      {...sheet}
      title={t('record.how')}
      footer={
        <Button wide variant="fill" onClick={sheet.onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="stack stack-4">
        <p className="sub muted">{counting.basis}</p>
        {figures.map(({ icon: Icon, value, note, how }) => (
          <div key={note} className={styles.explained}>
            <Icon />
            <p className="grow">
              <b>
                {value} {note}
              </b>
              <span className="muted">{how}</span>
            </p>
          </div>
        ))}
        <Notice icon={Info}>{counting.rule}</Notice>
        <div>
          <TextButton aria-expanded={isFormulaShown} onClick={() => setFormulaShown(!isFormulaShown)}>
            {t('record.formula')}
          </TextButton>
          {isFormulaShown && <p className="cap muted">{counting.formula}</p>}
        </div>
      </div>
    </Sheet>
  )
}
