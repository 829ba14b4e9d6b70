import { Share } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { needTexts } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SheetLoading } from '#web/ui/sheet-loading.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import type { ShareableItem } from './link.ts'

const ShareSheet = lazySheet(
  async () => (await Promise.all([import('./share-sheet.tsx'), needTexts('deals')]))[0],
)

/** Opens the share sheet; an icon button, or a text button if `children` are given. */
export function ShareButton({ item, children }: { item: ShareableItem; children?: ReactNode }) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      {children ? (
        <Button onClick={sheet.open}>{children}</Button>
      ) : (
        <IconButton look="fill" icon={Share} label={t('action.share')} onClick={sheet.open} />
      )}
      {sheet.isMounted && (
        <Suspense fallback={<SheetLoading />}>
          <ShareSheet item={item} {...sheet.props} />
        </Suspense>
      )}
    </>
  )
}
