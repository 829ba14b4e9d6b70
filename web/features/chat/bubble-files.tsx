import { useFormats } from '#web/features/listings/use-formats.ts'
import { FileRow } from '#web/ui/file-row.tsx'
import styles from './bubble.module.css'
import type { Message } from './queries.ts'

/** The files of a message; a press opens one. */
export function BubbleFiles({ files }: Pick<Message, 'files'>) {
  const { fileSize } = useFormats()
  return files.map((file) => (
    <a key={file.id} className={styles.file} href={file.file_url} download={file.name}>
      <FileRow
        name={file.name}
        format={file.file_format}
        preview={file.thumbnail_url}
        note={fileSize(file.size)}
      />
    </a>
  ))
}
