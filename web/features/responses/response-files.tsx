import { Paperclip } from 'lucide-react'
import type { Response } from './queries.ts'
import styles from './response-card.module.css'

/** The files that came with a response. */
export function ResponseFiles({ files }: Pick<Response, 'files'>) {
  return files.map((file) => (
    <a key={file.id} className={styles.link} href={file.file_url} download={file.name}>
      <Paperclip className="i16" />
      <span className="ellipsis">{file.name}</span>
    </a>
  ))
}
