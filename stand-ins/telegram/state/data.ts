import type {
  BotCommand,
  Chat,
  GuideProgress,
  Invoice,
  MenuButton,
  Message,
  Person,
  StarTransaction,
  StoredFile,
  Update,
  Webhook,
} from './types.ts'

/** Everything that is stored in the state file and survives a restart. */
export interface WorldData {
  people: Record<string, Person>
  chats: Record<string, Chat>
  messages: Record<string, Message[]>
  updates: Update[]
  next_update_id: number
  next_private_message_id: number
  next_serial: number
  allowed_updates?: string[]
  webhook?: Webhook
  /** The bot's commands, by the key `<scope>|<language>`. */
  commands: Record<string, BotCommand[]>
  /** Menu buttons of the bot by chat id. The key `default` is for all other chats. */
  menu_buttons: Record<string, MenuButton>
  /** Texts of the bot. The key is `name`, `description` or `short_description`, with the language. */
  bot_texts: Record<string, string>
  files: Record<string, StoredFile>
  invoices: Record<string, Invoice>
  star_transactions: StarTransaction[]
  bot_stars: number
  /** Messages sent by inline mode, by their `inline_message_id`, which the bot uses for edits. */
  inline_messages: Record<string, { chat_id: number; message_id: number }>
  /** Messages prepared for sharing from the mini-app. */
  prepared: Record<string, { user_id: number; result: Record<string, unknown> }>
  /** Cloud storage of mini-apps: person id -> key -> value. */
  cloud_storage: Record<string, Record<string, string>>
  guide: GuideProgress
}

export function emptyData(): WorldData {
  return {
    people: {},
    chats: {},
    messages: {},
    updates: [],
    next_update_id: 500_000_001,
    next_private_message_id: 1,
    next_serial: 1,
    commands: {},
    menu_buttons: {},
    bot_texts: {},
    files: {},
    invoices: {},
    star_transactions: [],
    bot_stars: 0,
    inline_messages: {},
    prepared: {},
    cloud_storage: {},
    guide: { done: [], known: {} },
  }
}
