import { Copy, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { api } from '#web/api.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import type { Bubble } from './days.ts'
import { tellLetters } from './letters.ts'
import { dropOutgoing, retry } from './outbox.ts'

type LetterSheetProps = { bubble: Bubble; room_id: number; onClosed: () => void }

/** An own letter can be taken back for five minutes; one that did not go, at any time. */
function mayDelete({ is_own, outgoing, created_at }: Bubble): boolean {
  const age = Date.now() - Date.parse(created_at)
  return is_own && (outgoing !== undefined || age < limits.chat.deleteMs)
}

/** What can be done with a letter. */
export default function LetterSheet({ bubble, room_id, onClosed }: LetterSheetProps) {
  const { t } = useTranslation()
  const me = useMe()
  const [open, setOpen] = useState(true)
  const { letter, outgoing } = bubble
  const close = () => setOpen(false)

  const copy = async () => {
    close()
    const isCopied = await navigator.clipboard.writeText(bubble.content ?? '').then(
      () => true,
      () => false,
    )
    if (isCopied) showToast({ text: t('chat.copied'), icon: Copy })
    else showToast({ text: t('chat.notCopied'), tone: 'bad' })
  }
  const remove = async () => {
    close()
    if (outgoing) dropOutgoing(room_id, outgoing.key)
    if (!letter) return
    try {
      const data = await api('DELETE /chat/messages/:id', { params: { id: letter.id } })
      tellLetters(room_id, { event: 'message', data })
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      onClosed={onClosed}
      title={t('chat.letter')}
      gripLabel={t('a11y.sheetGrip')}
    >
      <List icons>
        {outgoing && me && (
          <Cell
            acts
            icon={RotateCcw}
            title={t('common.retry')}
            onClick={() => {
              close()
              retry({ room_id, sender_id: me.id }, outgoing)
            }}
          />
        )}
        <Cell acts icon={Copy} title={t('chat.copy')} onClick={() => void copy()} />
        {mayDelete(bubble) && (
          <Cell bad icon={Trash2} title={t('common.delete')} onClick={() => void remove()} />
        )}
      </List>
    </Sheet>
  )
}
