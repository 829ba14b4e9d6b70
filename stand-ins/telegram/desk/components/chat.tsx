import { ChevronLeft } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useChats, useConfig, useMessages, usePerson } from '../model/data.ts'
import { desk, useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'
import { BotIntro } from './bot-intro.tsx'
import { ChannelFooter } from './channel-footer.tsx'
import { Composer } from './composer.tsx'
import { audienceOf, chatTitle, dayName, dayOf } from './describe.ts'
import { MessageItem } from './message-item.tsx'
import { Topics } from './topics.tsx'

/** A chat with its header, messages and text field. */
export function Chat({ chatId }: { chatId: number }) {
  const words = useTexts()
  const config = useConfig()
  const person = usePerson()
  const chat = useChats().find(({ id }) => id === chatId)
  const allMessages = useMessages(chatId)
  const [topic, setTopic] = useState<number>()
  const messages =
    topic === undefined ? allMessages : allMessages.filter((one) => one.message_thread_id === topic)
  const [replyTo, setReplyTo] = useState<number>()
  const end = useRef<HTMLDivElement>(null)
  const count = messages.length
  const lastEdit = messages.at(-1)?.edit_date

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls after a new or changed last message
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count, lastEdit])

  if (!chat || !person) return null
  const isBotChat = chat.type === 'private' && chat.has_bot
  const title = chatTitle(chat, config)
  const repliedMessageId = replyTo ?? chat.reply_asked
  return (
    <section className="screen chat" data-testid="chat">
      <header className="nav-bar">
        <button
          type="button"
          className="nav-side nav-back"
          data-testid="chat-back"
          onClick={() => desk.set({ chat_id: undefined })}
        >
          <ChevronLeft size={28} strokeWidth={2} />
        </button>
        <div className="nav-title">
          <b data-testid="chat-title">{title}</b>
          <small>{isBotChat ? words('bot') : chat.peer ? '' : audienceOf(chat)}</small>
        </div>
        <span className="nav-side nav-right">
          <Avatar
            id={chat.peer?.id ?? (isBotChat ? (config?.bot.id ?? 0) : chat.id)}
            name={title}
            size={37}
          />
        </span>
      </header>
      <Topics chat={chat} selected={topic} onSelect={setTopic} />
      <div className="messages" data-testid="messages">
        <div className="messages-inner">
          {isBotChat && count === 0 && <BotIntro />}
          {messages.map((message, index) => (
            <Fragment key={message.message_id || `only-${message.ephemeral_message_id}`}>
              {dayOf(message.date) !== dayOf(messages[index - 1]?.date) && (
                <p className="date-pill">{dayName(message.date, words('today'))}</p>
              )}
              <MessageItem
                message={message}
                chat={chat}
                isMine={message.from.id === person.id}
                isFirst={messages[index - 1]?.from.id !== message.from.id}
                isLast={messages[index + 1]?.from.id !== message.from.id}
                onReply={() => setReplyTo(message.message_id)}
              />
            </Fragment>
          ))}
          <div ref={end} />
        </div>
      </div>
      {chat.type === 'channel' ? (
        <ChannelFooter chatId={chatId} />
      ) : (
        <Composer
          chat={chat}
          person={person}
          topic={topic}
          replyTo={messages.find(({ message_id }) => message_id === repliedMessageId)}
          onReplied={() => setReplyTo(undefined)}
        />
      )}
    </section>
  )
}
