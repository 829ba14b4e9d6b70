import { UploadField } from '#web/features/files/upload-field.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import type { useListingFiles } from './use-listing-files.ts'

/** Files of a listing. After approval of the listing, files can only be removed. */
export function FilesCard({ files }: { files: ReturnType<typeof useListingFiles> }) {
  const { t } = useFormats()
  if (!files.canAddFiles && files.uploads.items.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('order.materials')}</h2>
      <UploadField uploads={files.uploads} />
      {!files.canAddFiles && <p className="cap muted">{t('vacancyForm.filesClosed')}</p>}
    </Card>
  )
}
