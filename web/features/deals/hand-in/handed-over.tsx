import { ExternalLink, Link2 } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { LinkedText } from '#web/features/chat/bubble/linked-text.tsx'
import type { DealStep } from '#web/features/deals/use-deal.ts'
import { FileLinkRow } from '#web/features/files/file-link.tsx'
import { openLink } from '#web/telegram/index.ts'
import { cx } from '#web/ui/class-names.ts'
import { FileRow } from '#web/ui/file-row.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './handed-over.module.css'

/** Text, link and files of one step of a deal. A remark of the client is highlighted. */
export function StepContent({ step, name }: { step: DealStep; name: string }) {
  const { t } = useTranslation()
  const { link } = step
  return (
    <>
      {step.text && (
        <blockquote className={cx(styles.quote, step.kind === 'return' && styles.remark)}>
          <b>{name}</b>
          <p className="sub">
            <LinkedText text={bindWords(step.text)} />
          </p>
        </blockquote>
      )}
      {(link || step.files.length > 0) && (
        <div className="stack stack-2">
          {link && (
            <FileRow
              name={link.replace(/^https:\/\/(www\.)?/, '')}
              sign={Link2}
              note={t('deal.link')}
              end={
                <IconButton icon={ExternalLink} label={t('deal.link.open')} onClick={() => openLink(link)} />
              }
            />
          )}
          {step.files.map((file) => (
            <FileLinkRow key={file.id} file={file} />
          ))}
        </div>
      )}
    </>
  )
}
