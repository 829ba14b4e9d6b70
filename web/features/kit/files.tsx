import { X } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { FileRow } from '#web/ui/file-row.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KitSection } from './section.tsx'

/** Part of the component gallery with a file in each state, and a field that really uploads files. */
export function KitFiles() {
  const { t } = useTranslation()
  const uploads = useUploads()
  return (
    <KitSection title={t('kit.files')}>
      <FileRow
        name={t('kit.picture')}
        sign="png"
        note={t('kit.pictureSize')}
        end={<IconButton icon={X} label={t('kit.removeFile')} />}
      />
      <FileRow
        name={t('kit.brief')}
        sign="pdf"
        progress={{ share: 0.64, label: t('kit.loaded') }}
        end={<IconButton icon={X} label={t('kit.cancelUpload')} />}
      />
      <FileRow
        name={t('kit.video')}
        sign="mov"
        failed
        note={t('kit.noConnection')}
        end={
          <>
            <Button small variant="soft">
              {t('kit.retry')}
            </Button>
            <IconButton icon={X} label={t('kit.removeFile')} />
          </>
        }
      />
      <UploadField uploads={uploads} />
    </KitSection>
  )
}
