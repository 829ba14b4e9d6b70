import { Ellipsis } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import type { MoreSheetProps } from './more-sheet.tsx'

const MoreSheet = lazySheet(() => import('./more-sheet.tsx'), 'deals', 'errors')

type MoreButtonProps = Omit<MoreSheetProps, 'start' | 'open' | 'onClose' | 'onClosed'> & {
  look?: 'plain' | 'fill' | 'card'
}

/** Button «Ещё» beside another person's content. It offers to report the content or to block the person. */
export function MoreButton({ look, ...content }: MoreButtonProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  return (
    <>
      <IconButton icon={Ellipsis} look={look} label={t('common.more')} onClick={sheet.open} />
      {sheet.isMounted && <MoreSheet {...content} {...sheet.props} />}
    </>
  )
}
