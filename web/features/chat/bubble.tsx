import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { ApiError } from '#web/client/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './bubble.module.css'
import { BubbleFiles } from './bubble-files.tsx'
import { LinkedText } from './linked-text.tsx'
import { QuoteLine } from './quote-line.tsx'
import type { Bubble as Content } from './times.ts'
import { clock } from './times.ts'

const marks = { sending: Clock, sent: Check, read: CheckCheck, failed: CircleAlert } as const

type BubbleProps = {
  bubble: Content
  name: string
  isFlashed: boolean
  onRetry: () => void
  onOpen: () => void
  onLead: (id: number) => void
}

/** One message. Its time opens what can be done with it; a failed one is sent again by a press. */
export function Bubble({ bubble, name, isFlashed, onRetry, onOpen, onLead }: BubbleProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { is_own, state, content, quote, has_tail, outgoing } = bubble
  const time = clock(language, bubble.created_at)
  const Mark = marks[state]
  return (
    <li
      id={bubble.key}
      className={cx(
        styles.bubble,
        is_own && styles.own,
        has_tail && styles.tail,
        isFlashed && styles.flashed,
      )}
    >
      <span className="visually-hidden">{is_own ? t('chat.you') : `${name}:`} </span>
      {quote && (
        <button type="button" className={styles.quote} onClick={() => onLead(quote.id)}>
          <QuoteLine quote={quote} name={name} />
        </button>
      )}
      <BubbleFiles files={bubble.message?.files ?? []} />
      {content === null ? <span className="muted">{t('chat.deleted')}</span> : <LinkedText text={content} />}
      <button
        type="button"
        className={styles.time}
        disabled={state === 'sending' || content === null}
        aria-label={t('chat.actions', { time })}
        onClick={onOpen}
      >
        <time dateTime={bubble.created_at}>{time}</time>
        {is_own && content !== null && (
          <Mark className={cx(styles.mark, styles[state])} role="img" aria-label={t(`chat.state.${state}`)} />
        )}
      </button>
      {outgoing?.failure && (
        <button type="button" className={styles.failure} onClick={onRetry}>
          {t('chat.failed')}
          {outgoing.failure !== 'offline' && <small>{errorText(new ApiError(outgoing.failure))}</small>}
        </button>
      )}
    </li>
  )
}
