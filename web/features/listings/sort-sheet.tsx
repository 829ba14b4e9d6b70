import { useTranslation } from 'react-i18next'
import { sortings } from '#contract/options.ts'
import { Options } from '#web/ui/options.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { OrderSearch } from './order-search.ts'

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
      <Options
        label={t('sort.title')}
        options={sortings.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={sort}
        onChoose={onChoose}
      />
    </Sheet>
  )
}
