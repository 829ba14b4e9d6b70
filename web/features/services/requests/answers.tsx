import { LinkedText } from '#web/features/chat/bubble/linked-text.tsx'
import { FileLinkRow } from '#web/features/files/file-link.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { bindWords } from '#web/ui/glue.ts'
import styles from './answers.module.css'

/** Answers of the client to the questions of the service, with the files. */
export function RequestAnswers({ request: { answers, files } }: { request: ServiceRequest }) {
  const { t } = useFormats()
  return (
    <div className="stack">
      <dl className={styles.answers}>
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question || t('request.describe')}</dt>
            <dd>
              <p>
                <LinkedText text={bindWords(answer)} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
      {files.map((file) => (
        <FileLinkRow key={file.id} file={file} />
      ))}
    </div>
  )
}
