import { useTranslation } from '#web/client/use-translation.ts'
import { TextButton } from '#web/ui/button.tsx'
import styles from './corrected-words.module.css'

type CorrectedWordsProps = { typed: string; corrected: string; onExact: () => void }

/** Says by which words a list was found, and offers the words as they were typed. */
export default function CorrectedWords({ typed, corrected, onExact }: CorrectedWordsProps) {
  const { t } = useTranslation()
  const count = corrected.split(/\s+/).length
  const [before, after] = t('search.corrected', { count, words: '\n' }).split('\n')
  return (
    <div className={styles.line}>
      <p className="sub muted" role="status">
        {before}
        <strong className={styles.words}>{corrected}</strong>
        {after}
      </p>
      <TextButton onClick={onExact}>{t('search.corrected.exact', { words: typed.trim() })}</TextButton>
    </div>
  )
}
