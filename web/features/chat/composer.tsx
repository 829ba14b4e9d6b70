import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { haptic } from '#web/telegram/index.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './composer.module.css'

/** Writes a message. What is typed stays on the device until it is sent. */
export function Composer({ room_id, onSend }: { room_id: number; onSend: (content: string) => void }) {
  const { t } = useTranslation()
  const draft = useDraft(`chat:${room_id}`, { text: '' })
  const { text } = draft.value
  const field = useRef<HTMLTextAreaElement>(null)

  // Grows with its text where the browser does not do it by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it is measured for
  useLayoutEffect(() => {
    const { current } = field
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [text])

  const send = () => {
    const content = text.trim()
    if (!content) return
    haptic('light')
    onSend(content)
    draft.forget()
    field.current?.focus()
  }
  // A keyboard on glass has its own button for sending; Enter is a new line there.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey && !window.matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.inside}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        className={styles.field}
        aria-label={t('chat.message')}
        placeholder={t('chat.message')}
        maxLength={limits.message.max}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => (target.value ? draft.change({ text: target.value }) : draft.forget())}
      />
      <IconButton
        type="submit"
        icon={ArrowUp}
        label={t('chat.send')}
        className={styles.send}
        disabled={!text.trim()}
        // The keyboard stays while the button is pressed.
        onPointerDown={(event) => event.preventDefault()}
      />
    </form>
  )
}
