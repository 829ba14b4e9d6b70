import { Lock } from 'lucide-react'
import type { ShownChat } from '../model/api.ts'
import { useTexts } from '../model/desk.ts'

interface Props {
  chat: ShownChat
  /** Visible topic of a group; undefined shows the messages of all topics. */
  selected: number | undefined
  onSelect: (topic: number | undefined) => void
}

export function Topics({ chat, selected, onSelect }: Props) {
  const words = useTexts()
  if (!chat.is_forum) return null
  return (
    <nav className="topics" data-testid="topics">
      <button type="button" aria-pressed={selected === undefined} onClick={() => onSelect(undefined)}>
        {words('all_topics')}
      </button>
      {(chat.topics ?? []).map(({ message_thread_id: id, name, is_closed }) => (
        <button
          type="button"
          key={id}
          aria-pressed={selected === id}
          data-testid={`topic-${id}`}
          onClick={() => onSelect(id)}
        >
          {is_closed && <Lock size={13} strokeWidth={2} />} {name}
        </button>
      ))}
    </nav>
  )
}
