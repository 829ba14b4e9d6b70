import { X } from 'lucide-react'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { FileRow } from '#web/ui/file-row.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KitSection } from './section.tsx'

/** A file in each of its states, and the field that really sends. */
export function KitFiles() {
  const uploads = useUploads()
  return (
    <KitSection title="Файлы">
      <FileRow
        name="Экран меню.png"
        format="png"
        note="1,1 МБ"
        end={<IconButton icon={X} label="Убрать файл" />}
      />
      <FileRow
        name="Бриф и аналитика.pdf"
        format="pdf"
        progress={{ share: 0.64, label: 'Загружено 64%' }}
        end={<IconButton icon={X} label="Отменить загрузку" />}
      />
      <FileRow
        name="Видео.mov"
        format="mov"
        failed
        note="Нет связи"
        end={
          <>
            <Button small variant="soft">
              Повторить
            </Button>
            <IconButton icon={X} label="Убрать файл" />
          </>
        }
      />
      <UploadField uploads={uploads} />
    </KitSection>
  )
}
