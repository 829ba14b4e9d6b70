import { Paperclip } from 'lucide-react'
import { FileLink } from '#web/features/files/file-link.tsx'
import type { Response } from '#web/features/responses/queries.ts'
import styles from './response-card.module.css'

/** Files of a response. */
export function ResponseFiles({ files }: Pick<Response, 'files'>) {
  return files.map((file) => (
    <FileLink key={file.id} file={file} className={styles.link}>
      <Paperclip className="i16" />
      <span className="ellipsis">{file.name}</span>
    </FileLink>
  ))
}
