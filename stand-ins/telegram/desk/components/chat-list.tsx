import { BellOff, Megaphone, Search, SquarePen } from 'lucide-react'
import { openChat } from '../model/actions.ts'
import type { ShownChat } from '../model/api.ts'
import { useChats, useConfig, usePerson } from '../model/data.ts'
import { useDesk, useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'
import { chatTitle, previewOf, timeOf } from './describe.ts'

/** List of the person's chats, newest first. */
export function ChatList() {
  const words = useTexts()
  const chats = useChats()
  const newestFirst = chats.toSorted((a, b) => (b.last_message?.date ?? 0) - (a.last_message?.date ?? 0))
  return (
    <section className="screen" data-testid="chat-list">
      <header className="nav-bar">
        <span className="nav-side" />
        <h1>{words('chats')}</h1>
        <span className="nav-side nav-right">
          <SquarePen size={22} strokeWidth={1.7} />
        </span>
      </header>
      <div className="search-field">
        <Search size={16} /> {words('search')}
      </div>
      <ul className="chat-rows">
        {newestFirst.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </section>
  )
}

function ChatRow({ chat }: { chat: ShownChat }) {
  const words = useTexts()
  const config = useConfig()
  const person = usePerson()
  const unread = useDesk((state) => state.unread[chat.id] ?? 0)
  const isMuted = useDesk((state) => state.muted.includes(chat.id))
  const title = chatTitle(chat, config)
  const message = chat.last_message
  const isPrivateBot = chat.type === 'private' && chat.has_bot
  const isChannel = chat.type === 'channel'
  const isNamed = message && !isPrivateBot && !isChannel && message.from.id !== person?.id
  const author = isNamed ? `${message.from.first_name}: ` : ''
  return (
    <li>
      <button
        type="button"
        className="chat-row"
        data-testid={`chat-${chat.id}`}
        onClick={() => openChat(chat.id)}
      >
        <Avatar id={chat.peer?.id ?? (isPrivateBot ? (config?.bot.id ?? 0) : chat.id)} name={title} />
        <span className="chat-row-text">
          <span className="chat-row-top">
            <b>
              {isChannel && <Megaphone className="chat-row-kind" size={15} strokeWidth={2} />}
              {title}
              {isMuted && <BellOff className="chat-row-kind" size={13} strokeWidth={2} />}
            </b>
            <time>{message && timeOf(message.date)}</time>
          </span>
          <span className="chat-row-bottom">
            <span className="chat-row-preview">
              {message
                ? author + previewOf(message, words)
                : isPrivateBot
                  ? words('sees_first')
                  : words('empty_chat')}
            </span>
            {unread > 0 && (
              <span className={isMuted ? 'badge badge-quiet' : 'badge'} data-testid={`unread-${chat.id}`}>
                {unread}
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  )
}
