import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazySheet } from '#web/parts/part.tsx'
import type { ViewerPicture } from '#web/ui/picture-viewer.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'

const PictureViewer = lazySheet(() => import('#web/ui/picture-viewer.tsx'))

/**
 * Full-screen viewer of pictures. Its code is loaded when it is opened.
 * @returns the viewer, and a function that opens the viewer at a picture's index
 */
export function usePictureViewer(
  pictures: ViewerPicture[],
  turns: { before: string; next: string },
): { viewer: ReactNode; open: (index: number) => void } {
  const { t } = useTranslation()
  const sheet = useSheet()
  const [first, setFirst] = useState(0)
  const openPicture = (index: number) => {
    setFirst(index)
    sheet.open()
  }
  const words = { close: t('common.close'), before: turns.before, next: turns.next }
  const viewer = sheet.isMounted && (
    <PictureViewer {...sheet.props} pictures={pictures} first={first} words={words} />
  )
  return { viewer, open: openPicture }
}
