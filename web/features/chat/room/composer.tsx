import { ArrowUp, Paperclip } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { acceptAttributeOf } from '#web/features/files/accepted.ts'
import { UploadRow } from '#web/features/files/upload-row.tsx'
import { Uploads } from '#web/features/files/uploads.ts'
import { useAddFiles } from '#web/features/files/use-add-files.ts'
import { useLiveUploads } from '#web/features/files/use-uploads.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { haptic } from '#web/telegram/index.ts'
import { TextButton } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { useAutoHeight } from '#web/ui/use-auto-height.ts'
import styles from './composer.module.css'
import type { ClosedReason } from './use-writable.ts'

type ComposerProps = { room_id: number; onSend: (content: string, uploads: Uploads) => void }

/**
 * Form for a message. The text is stored on the device until it is sent. Files upload as soon as they are chosen, and
 * the message is sent after all its files.
 */
export function Composer({ room_id, onSend }: ComposerProps) {
  const { t } = useTranslation()
  const draft = useDraft(`chat:${room_id}`, { text: '' })
  const { text } = draft.value
  const tray = useChosenFiles(room_id)
  const addFiles = useAddFiles(tray)
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = !text.trim() && tray.items.length === 0

  useAutoHeight(field, text)

  const sendDraft = () => {
    if (isEmpty) return
    if (tray.items.some(({ error }) => error && !error.isTemporary))
      return showToast({ text: t('chat.files.unfit'), tone: 'bad' })
    haptic('light')
    tray.retryFailed()
    onSend(text.trim(), takeFiles(room_id))
    draft.forget()
    field.current?.focus()
  }
  // On a touch screen the Enter key inserts a new line, because the send button is always visible.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey && !window.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    sendDraft()
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    addFiles([...files])
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        sendDraft()
      }}
    >
      {tray.items.length > 0 && (
        <ul className={styles.tray} aria-label={t('chat.files')}>
          {tray.items.map((item) => (
            <li key={item.key}>
              <UploadRow
                item={item}
                onRemove={() => tray.remove(item.key)}
                onRetry={() => tray.retry(item.key)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.inside}>
        <AttachButton uploads={tray} onPick={addFiles} />
        <textarea
          ref={field}
          rows={1}
          className={styles.field}
          aria-label={t('chat.message')}
          placeholder={t('chat.message')}
          maxLength={limits.message.max}
          value={text}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onChange={({ target }) => (target.value ? draft.change({ text: target.value }) : draft.forget())}
        />
        <IconButton
          type="submit"
          icon={ArrowUp}
          label={t('chat.send')}
          className={styles.send}
          disabled={isEmpty}
          // A click on the button must not take the focus from the text field, because the keyboard would close.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
    </form>
  )
}

/** Opens the system's file picker. */
function AttachButton({ uploads, onPick }: { uploads: Uploads; onPick: (files: File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon={Paperclip}
        label={t('upload.add')}
        className={styles.attach}
        disabled={uploads.items.length >= uploads.max}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptAttributeOf(uploads.formats)}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // The file input is reset, so that a removed file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Notice in place of the composer, with the reason why the user cannot write in the chat. */
export function ClosedNotice({ text, action }: ClosedReason) {
  return (
    <div className={styles.closed} role="status">
      <p>{text}</p>
      {action && <TextButton onClick={action.run}>{action.label}</TextButton>}
    </div>
  )
}

/** Files chosen for the next message of each chat. They are kept when the user leaves the chat. */
const chosenFiles = new Map<number, Uploads>()
const listeners = new Set<() => void>()

function chosenFilesOf(room_id: number): Uploads {
  const knownFiles = chosenFiles.get(room_id)
  if (knownFiles) return knownFiles
  const tray = new Uploads()
  chosenFiles.set(room_id, tray)
  return tray
}

/** Hands the chosen files over to a message. The next message starts without files. */
function takeFiles(room_id: number): Uploads {
  const tray = chosenFilesOf(room_id)
  chosenFiles.delete(room_id)
  for (const listener of listeners) listener()
  return tray
}

function useChosenFiles(room_id: number): Uploads {
  const tray = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosenFilesOf(room_id),
  )
  return useLiveUploads(tray)
}
