import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { needTexts } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import type { MoreSheetProps } from './more-sheet.tsx'

const MoreSheet = lazySheet(
  async () => (await Promise.all([import('./more-sheet.tsx'), needTexts('deals', 'errors')]))[0],
)

type MoreButtonProps = Pick<MoreSheetProps, 'subject' | 'person' | 'children' | 'actions' | 'onBlocked'> & {
  look?: 'plain' | 'fill' | 'card'
}

/** Button «Ещё» for another person's content: report it or block them. */
export function MoreButton({ look, ...content }: MoreButtonProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      <IconButton icon={Ellipsis} look={look} label={t('common.more')} onClick={sheet.open} />
      {sheet.isMounted && (
        <Suspense fallback={<SheetLoading />}>
          <MoreSheet {...content} {...sheet.props} />
        </Suspense>
      )}
    </>
  )
}
