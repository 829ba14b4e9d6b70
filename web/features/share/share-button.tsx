import { Share } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import type { ShareableItem } from './link.ts'

const ShareSheet = lazySheet(() => import('./share-sheet.tsx'), 'deals')

/** Button that opens the share sheet. It shows an icon, or the text in `children`. */
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
      {sheet.isMounted && <ShareSheet item={item} {...sheet.props} />}
    </>
  )
}
