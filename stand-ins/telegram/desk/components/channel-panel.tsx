import { Megaphone, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Chat } from '../../state/types.ts'
import { openChat, runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useChannels, useUsers } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import type { Word } from '../model/words.ts'

const all = { can_post_messages: true, can_edit_messages: true, can_delete_messages: true }
const withoutPosting = { ...all, can_post_messages: false }

/** Positions of the bot in a channel that its owner can choose. */
const positions = {
  posts: { word: 'bot_posts', change: { status: 'administrator', rights: all } },
  silent: { word: 'bot_silent', change: { status: 'administrator', rights: withoutPosting } },
  out: { word: 'bot_out', change: { status: 'kicked' } },
} satisfies Record<string, { word: Word; change: object }>
type Position = keyof typeof positions

function positionOf({ bot_status, bot_rights }: Chat): Position {
  if (bot_status !== 'administrator') return 'out'
  return bot_rights?.can_post_messages ? 'posts' : 'silent'
}

/** Panel with the channels of Telegram, in which the bot gets rights and loses them. */
export function ChannelPanel() {
  const words = useTexts()
  const channels = useChannels()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="panel" data-testid="channel-panel">
      <h2>{words('channels')}</h2>
      <p className="panel-hint">{words('channels_hint')}</p>
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} />
      ))}
      {isAdding ? (
        <AddChannel onDone={() => setAdding(false)} />
      ) : (
        <button
          type="button"
          className="quiet-button"
          data-testid="add-channel"
          onClick={() => setAdding(true)}
        >
          <Plus size={16} /> {words('add_channel')}
        </button>
      )}
    </section>
  )
}

function ChannelRow({ channel }: { channel: Chat }) {
  const words = useTexts()
  const position = positionOf(channel)
  const setPosition = (next: Position) =>
    runAction(() => api.changeBotPosition(channel.id, positions[next].change))
  return (
    <div className="small-form">
      <button type="button" className="channel-name" onClick={() => openChat(channel.id)}>
        <Megaphone size={16} />
        <span>
          {channel.title} {channel.username && <i>@{channel.username}</i>}
        </span>
      </button>
      <select
        data-testid={`channel-bot-${channel.username ?? channel.id}`}
        aria-label={words('bot')}
        value={position}
        onChange={({ target }) => setPosition(target.value as Position)}
      >
        {Object.entries(positions).map(([value, { word }]) => (
          <option key={value} value={value}>
            {words(word)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Form that creates a channel. Everybody of the desk subscribes to it, and the bot is its administrator. */
function AddChannel({ onDone }: { onDone: () => void }) {
  const words = useTexts()
  const members = useUsers().map(({ id }) => id)
  const [title, setTitle] = useState('')
  const [username, setUsername] = useState('')
  const addChannel = async () => {
    const name = username.trim().replace(/^@/, '')
    await api.addChannel({ title: title.trim(), members, ...(name && { username: name }) })
    onDone()
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim()) runAction(addChannel)
  }
  return (
    <form className="small-form" onSubmit={submitForm}>
      <input
        data-testid="new-channel-title"
        placeholder={words('channel_title')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <input
        data-testid="new-channel-name"
        placeholder="@otklik_design"
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <span className="small-form-buttons">
        <button type="button" className="quiet-button" onClick={onDone}>
          {words('cancel')}
        </button>
        <button type="submit" className="solid-button" data-testid="channel-create">
          {words('create')}
        </button>
      </span>
    </form>
  )
}
