import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { FileLink } from '#web/features/files/file-link.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'

type SupportCase = ReplyOf<'GET /api/admin/support'>['items'][number]

/** One support case. Operators answer the case in their Telegram chat, which the row links to. */
export function SupportRow({ found }: { found: SupportCase }) {
  const { t, waiting } = useAdminFormats()
  const client = useQueryClient()
  const { id, person, staff_name, state, closed_by, is_waiting, last_at, chat_url, messages } = found
  const closeMutation = useMutation({
    mutationFn: () => api('POST /api/admin/support/:id/close', { params: { id } }),
    onSuccess: () => {
      haptic('success')
      void client.invalidateQueries({ queryKey: ['GET /api/admin/support'] })
      void client.invalidateQueries({ queryKey: ['GET /api/admin/counts'] })
    },
  })
  const waitingTime = waiting(last_at)
  const more = found.messages_count - messages.length
  return (
    <div className={cx(styles.row, styles.flat, styles.tall)}>
      <div className="grow stack stack-2">
        <p className="row">
          <b>
            <Link to={`/admin-panel/users/${person.id}`} className={styles.link}>
              {person.full_name}
            </Link>
          </b>
          {is_waiting && <Badge tone={waitingTime.tone}>{waitingTime.text}</Badge>}
          {closed_by && <Badge>{t(`admin.support.closed_by.${closed_by}`)}</Badge>}
        </p>
        <DottedLine className="cap muted">
          {t('admin.support.number', { id })}
          {staff_name && t('admin.support.staff', { name: staff_name })}
        </DottedLine>
        {more > 0 && <p className="cap muted">{t('admin.support.earlier', { count: more })}</p>}
        {messages.map((message) => (
          <Message key={message.id} message={message} personName={person.full_name} />
        ))}
        <div className="row">
          {chat_url && (
            <a className={styles.link} href={chat_url} target="_blank" rel="noreferrer">
              {t('admin.support.answer')}
            </a>
          )}
          {state === 'open' && (
            <Button
              small
              variant="fill"
              loading={closeMutation.isPending}
              onClick={() => closeMutation.mutate()}
            >
              {t('admin.support.close')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type MessageProps = { message: SupportCase['messages'][number]; personName: string }

/** One message of a support case with its sender and time, and with copies of its files until they expire. */
function Message({ message, personName }: MessageProps) {
  const { t, moment } = useAdminFormats()
  const { author_name, side, content, files, has_media, state, said_at } = message
  const staffName =
    author_name === null ? t('admin.support.from.unnamed') : t('admin.support.from', { name: author_name })
  return (
    <div className={styles.complaint}>
      <DottedLine className="cap muted">
        {side === 'staff' ? staffName : personName}
        {moment(said_at)}
        {state !== 'passed' && t(`admin.support.state.${state}`)}
      </DottedLine>
      {content && <p className="sub">{content}</p>}
      {files.map((file) => (
        <p key={file.id} className="cap">
          <FileLink className={styles.link} file={file}>
            <Paperclip size={14} aria-hidden="true" /> {file.name}
          </FileLink>
        </p>
      ))}
      {has_media && files.length === 0 && <p className="cap muted">{t('admin.support.media')}</p>}
    </div>
  )
}
