import { Download, ExternalLink, Link2 } from 'lucide-react'
import type { DealStep } from '#web/features/deals/use-deal.ts'
import { FileLink } from '#web/features/files/file-link.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { openLink } from '#web/telegram/index.ts'
import { cx } from '#web/ui/class-names.ts'
import { FileRow } from '#web/ui/file-row.tsx'
import { bindShortWords } from '#web/ui/glue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './handed-over.module.css'

/** Text, link and files of one turn; a remark of the client is highlighted. */
export function StepContent({ step, name }: { step: DealStep; name: string }) {
  const { t, fileSize } = useFormats()
  const { link } = step
  return (
    <>
      {step.text && (
        <blockquote className={cx(styles.quote, step.kind === 'return' && styles.remark)}>
          <b>{name}</b>
          <p className="sub">{bindShortWords(step.text)}</p>
        </blockquote>
      )}
      {(link || step.files.length > 0) && (
        <div className="stack stack-2">
          {link && (
            <div className={styles.link}>
              <span className={styles.picture}>
                <Link2 />
              </span>
              <span className="grow ellipsis">
                {link.replace(/^https:\/\/(www\.)?/, '')}
                <small>{t('deal.link')}</small>
              </span>
              <IconButton icon={ExternalLink} label={t('deal.link.open')} onClick={() => openLink(link)} />
            </div>
          )}
          {step.files.map((file) => (
            <FileRow
              key={file.id}
              name={file.name}
              format={file.file_format}
              preview={file.thumbnail_url}
              note={fileSize(file.size)}
              end={
                <FileLink
                  file={file}
                  className={styles.download}
                  aria-label={`${t('upload.download')}: ${file.name}`}
                >
                  <Download />
                </FileLink>
              }
            />
          ))}
        </div>
      )}
    </>
  )
}
