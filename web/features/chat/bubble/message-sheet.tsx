import { Copy, Reply, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { copyOrShow } from '#web/client/copy.ts'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { updateMessages } from '#web/features/chat/messages/message-cache.ts'
import { deleteOutgoing, retry } from '#web/features/chat/messages/outbox.ts'
import type { Bubble } from '#web/features/chat/messages/times.ts'
import type { Message, Room } from '#web/features/chat/queries.ts'
import MoreSheet from '#web/features/relations/more-sheet.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type MessageSheetProps = {
  bubble: Bubble
  room: Room
  user_id: number
  /** Callback that quotes the message. It is undefined in a closed chat, where no message can be sent. */
  onQuote?: ((message: Message) => void) | undefined
  onClosed: () => void
}

/** The author can delete a sent message for five minutes, and an unsent message at any time. */
function mayDelete({ is_own, outgoing, created_at }: Bubble): boolean {
  const age = Date.now() - Date.parse(created_at)
  return is_own && (outgoing !== undefined || age < limits.chat.deleteMs)
}

/** Sheet with the actions on a message. Only another person's message can be reported. */
export default function MessageSheet({ bubble, room, user_id, onQuote, onClosed }: MessageSheetProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const { message, outgoing } = bubble
  const sheet = { open, onClose: () => setOpen(false), onClosed }

  const copy = () => {
    void copyOrShow(bubble.content ?? '', { text: t('chat.copied'), icon: Copy })
    sheet.onClose()
  }
  const removeMessage = async () => {
    sheet.onClose()
    if (outgoing) deleteOutgoing(room.id, outgoing)
    if (!message) return
    try {
      const data = await api('DELETE /chat/messages/:id', { params: { id: message.id } })
      updateMessages(room.id, { event: 'message', data })
      updateMessages(room.id, { event: 'deleted', data: { room_id: room.id, id: message.id } })
    } catch (error) {
      await showFailure(error)
    }
  }
  const resend = () => {
    sheet.onClose()
    if (outgoing) retry({ room_id: room.id, sender_id: user_id }, outgoing)
  }
  const quote = () => {
    sheet.onClose()
    if (message) onQuote?.(message)
  }
  const quoteCell = onQuote && message && (
    <Cell inPlace icon={Reply} title={t('chat.quote')} onClick={quote} />
  )
  const copyCell = bubble.content && <Cell inPlace icon={Copy} title={t('chat.copy')} onClick={copy} />
  if (message && !bubble.is_own)
    return (
      <MoreSheet {...sheet} subject={{ type: 'message', id: message.id }} person={room.other}>
        {quoteCell}
        {copyCell}
      </MoreSheet>
    )
  return (
    <Sheet {...sheet} title={t('chat.message')}>
      <List icons>
        {outgoing && <Cell inPlace icon={RotateCcw} title={t('common.retry')} onClick={resend} />}
        {quoteCell}
        {copyCell}
        {mayDelete(bubble) && (
          <Cell bad icon={Trash2} title={t('common.delete')} onClick={() => void removeMessage()} />
        )}
      </List>
    </Sheet>
  )
}
