import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Outgoing } from '#web/features/chat/messages/outbox.ts'
import type { Bubble as Content } from '#web/features/chat/messages/times.ts'
import { uploadsOf } from '#web/features/chat/messages/upload-store.ts'
import type { Message } from '#web/features/chat/queries.ts'
import type { Uploads } from '#web/features/files/uploads.ts'
import { clock } from '#web/features/listings/formats/moments.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './bubble.module.css'
import { BubbleFiles, isPhotoTile, OutgoingFiles } from './bubble-files.tsx'
import { LinkedText } from './linked-text.tsx'
import { QuoteLine } from './quote-line.tsx'

const marks = { sending: Clock, sent: Check, read: CheckCheck, failed: CircleAlert } as const

type BubbleProps = {
  bubble: Content
  name: string
  isHighlighted: boolean
  onRetry: () => void
  onRemoveFile: (key: string) => void
  onOpen: () => void
  onJump: (id: number) => void
}

const nothing = () => () => {}
const isPhoto = ({ thumbnail_url }: Message['files'][number]) => thumbnail_url !== null

/** Subscribes to the uploads of an outgoing message. Returns `null` for a message that is already sent. */
function useOutgoingUploads(outgoing: Outgoing | undefined): Uploads | null {
  const uploads = outgoing ? uploadsOf(outgoing) : null
  useSyncExternalStore(uploads?.listen ?? nothing, () => uploads?.items)
  return uploads
}

/**
 * One message of a chat. A click on its time opens the action sheet. A click on a failed message sends the message
 * again.
 */
export function Bubble({ bubble, name, isHighlighted, onRetry, onRemoveFile, onOpen, onJump }: BubbleProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { is_own, state, content, quote, has_tail, message, outgoing } = bubble
  const uploads = useOutgoingUploads(outgoing)
  const arePhotos = uploads?.items.map(isPhotoTile) ?? message?.files.map(isPhoto) ?? []
  const hasPhotos = arePhotos.includes(true)
  const isBare = hasPhotos && content === '' && !arePhotos.includes(false)
  const time = clock(language, bubble.created_at)
  const Mark = marks[state]
  return (
    <li
      id={bubble.key}
      className={cx(
        styles.bubble,
        is_own && styles.own,
        has_tail && styles.tail,
        isHighlighted && styles.flashed,
        hasPhotos && styles.photos,
        isBare && styles.bare,
      )}
    >
      <span className="visually-hidden">{is_own ? t('chat.you') : `${name}:`} </span>
      {quote && (
        <button type="button" className={styles.quote} onClick={() => onJump(quote.id)}>
          <QuoteLine quote={quote} name={name} />
        </button>
      )}
      {message && <BubbleFiles message={message} />}
      {uploads && <OutgoingFiles uploads={uploads} onRetry={onRetry} onRemove={onRemoveFile} />}
      {content !== '' && (
        <span className={styles.words}>
          {content === null ? (
            <span className="muted">{t('chat.deleted')}</span>
          ) : (
            <LinkedText text={content} />
          )}
        </span>
      )}
      {!(isBare && uploads?.isBusy) && (
        <button
          type="button"
          className={styles.time}
          disabled={state === 'sending' || content === null}
          aria-label={t('chat.actions', { time })}
          onClick={onOpen}
        >
          <time dateTime={bubble.created_at}>{time}</time>
          {is_own && content !== null && (
            <Mark
              className={cx(styles.mark, styles[state])}
              role="img"
              aria-label={t(`chat.state.${state}`)}
            />
          )}
        </button>
      )}
      {outgoing?.failure && !uploads?.items.some(({ error }) => error) && (
        <button type="button" className={styles.failure} onClick={onRetry}>
          {t('chat.failed')}
          {outgoing.failure !== 'offline' && <small>{errorText(new ApiError(outgoing.failure))}</small>}
        </button>
      )}
    </li>
  )
}
