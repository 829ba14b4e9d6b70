import { X } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { previewOf } from '#web/features/chat/messages/attachment-text.ts'
import type { Quote } from '#web/features/chat/queries.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './quote-line.module.css'

type QuoteLineProps = { quote: Quote & { is_own: boolean }; name: string }

/** Author and preview of a quoted message. */
export function QuoteLine({ quote, name }: QuoteLineProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.quote}>
      <b className="ellipsis">{quote.is_own ? t('chat.quote.own') : name}</b>
      <span className="ellipsis">{previewOf(quote, t)}</span>
    </span>
  )
}

/** The quoted message above the composer, until the answer is sent or the quote is removed. */
export function QuoteAboveComposer({ onRemove, ...line }: QuoteLineProps & { onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.above}>
      <QuoteLine {...line} />
      <IconButton icon={X} label={t('chat.quote.remove')} onClick={onRemove} />
    </div>
  )
}
