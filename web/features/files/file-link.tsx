import { Download } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFileSize } from '#web/features/listings/formats/use-file-size.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { FileRow } from '#web/ui/file-row.tsx'
import { isExpired } from './addresses.ts'
import { renewFileUrls } from './renew-addresses.ts'
import { saveFile } from './save-file.ts'
import type { StoredFile } from './uploads.ts'

type FileLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> & {
  file: Pick<StoredFile, 'file_url' | 'name'>
}

/** Time that React gets to render the renewed URL. */
const renderMs = 50

/** Download link. Its URL expires within minutes. A click on a link whose URL has expired renews the URL first. */
export function FileLink({ file, ...rest }: FileLinkProps) {
  const latest = useRef(file)
  latest.current = file
  const saveOnClick = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      if (isExpired(file.file_url)) {
        await renewFileUrls()
        await new Promise((drawn) => setTimeout(drawn, renderMs))
      }
      // If the clock of the device is fast, every URL looks expired, so a renewed URL is used without a check.
      await saveFile(latest.current)
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <a {...rest} href={file.file_url} download={file.name} onClick={(event) => void saveOnClick(event)} />
  )
}

type FileLinkRowProps = FileLinkProps & {
  file: Pick<StoredFile, 'file_url' | 'name' | 'file_format'> &
    Partial<Pick<StoredFile, 'size' | 'thumbnail_url'>>
}

/** A row with a file's name and size. A click downloads the file. */
export function FileLinkRow({ file, ...rest }: FileLinkRowProps) {
  const { t } = useTranslation()
  const fileSize = useFileSize()
  const { name, file_format, size, thumbnail_url } = file
  return (
    <FileLink aria-label={`${t('upload.download')}: ${name}`} {...rest} file={file}>
      <FileRow
        name={name}
        sign={file_format}
        preview={thumbnail_url}
        note={size !== undefined && fileSize(size)}
        end={<Download />}
      />
    </FileLink>
  )
}
