import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { needTexts } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const OwnCardSheet = lazySheet(
  async () => (await Promise.all([import('./own-card-sheet.tsx'), needTexts('deals')]))[0],
)

/** Button «Ещё» beside the pay button of an own listing. */
export function OwnCardMenu({ listing }: { listing: Listing }) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      <IconButton icon={Ellipsis} label={t('common.more')} onClick={sheet.open} />
      {sheet.isMounted && (
        <Suspense fallback={<SheetLoading />}>
          <OwnCardSheet listing={listing} sheet={sheet} />
        </Suspense>
      )}
    </>
  )
}
