import { UploadField } from '#web/features/files/upload-field.tsx'
import type { ListingFiles } from '#web/features/listing-form/draft/use-listing-files.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'

/** True if a listing has files or can get some. */
export const hasFiles = ({ canAddFiles, uploads }: ListingFiles) => canAddFiles || uploads.items.length > 0

/** Files of a listing; after approval they can only be removed. */
export function FilesField({ files }: { files: ListingFiles }) {
  const { t } = useFormats()
  return (
    <>
      <UploadField uploads={files.uploads} />
      {!files.canAddFiles && <p className="cap muted">{t('vacancyForm.filesClosed')}</p>}
    </>
  )
}
