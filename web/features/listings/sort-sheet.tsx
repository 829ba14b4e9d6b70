import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sortings } from '#contract/options.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import type { OrderSearch } from './order-search.ts'
import styles from './sort-sheet.module.css'

type SortSheetProps = {
  sort: OrderSearch['sort']
  open: boolean
  onChoose: (sort: OrderSearch['sort']) => void
  onClose: () => void
  onClosed: () => void
}

export default function SortSheet({ sort, open, onChoose, onClose, onClosed }: SortSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={t('sort.title')}
      gripLabel={t('a11y.sheetGrip')}
    >
      <div className={styles.options} role="radiogroup" aria-label={t('sort.title')}>
        {sortings.map((option) => (
          // biome-ignore lint/a11y/useSemanticElements: a press chooses and closes, as in a menu
          <button
            key={option}
            type="button"
            role="radio"
            aria-checked={option === sort}
            onClick={() => onChoose(option)}
          >
            {t(`sort.${option}`)}
            {option === sort && <Check className="accent" />}
          </button>
        ))}
      </div>
    </Sheet>
  )
}
