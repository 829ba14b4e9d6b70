import { useTranslation } from '#web/client/use-translation.ts'
import { Options } from '#web/ui/options.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type SortSheetProps = {
  options: { value: string; label: string }[]
  value: string
  open: boolean
  onChoose: (value: string) => void
  onClose: () => void
  onClosed: () => void
}

/** Sheet to choose the sorting of a list. */
export default function SortSheet({ options, value, onChoose, ...sheet }: SortSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet {...sheet} title={t('sort.title')}>
      <Options label={t('sort.title')} options={options} value={value} onChoose={onChoose} />
    </Sheet>
  )
}
