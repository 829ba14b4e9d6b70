import { Lock } from 'lucide-react'
import type { ShownChat } from '../model/api.ts'
import { useTexts } from '../model/desk.ts'

interface Props {
  chat: ShownChat
  /** Visible topic; undefined shows all messages. */
  shown: number | undefined
  onShow: (topic: number | undefined) => void
}

/** Topics of a group as tabs. */
export function Topics({ chat, shown, onShow }: Props) {
  const words = useTexts()
  if (!chat.is_forum) return null
  return (
    <nav className="topics" data-testid="topics">
      <button type="button" aria-pressed={shown === undefined} onClick={() => onShow(undefined)}>
        {words('all_topics')}
      </button>
      {(chat.topics ?? []).map(({ message_thread_id: id, name, is_closed }) => (
        <button
          type="button"
          key={id}
          aria-pressed={shown === id}
          data-testid={`topic-${id}`}
          onClick={() => onShow(id)}
        >
          {is_closed && <Lock size={13} strokeWidth={2} />} {name}
        </button>
      ))}
    </nav>
  )
}
