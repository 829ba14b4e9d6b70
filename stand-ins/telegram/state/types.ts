/** Telegram's data in the Bot API's naming. All of it is plain, JSON-compatible data. */
export interface Person {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code: string
  is_premium?: boolean
  /** The person's phone number, digits only, as Telegram sends it. */
  phone: string
  role_note_ru?: string
  role_note_en?: string
  /** True if the person has ever written to the bot. */
  started: boolean
  blocked: boolean
  deactivated: boolean
  /** True if the person allowed the bot to write from inside the mini-app, without starting the bot. */
  write_access: boolean
  /** True if the person's account is hidden in forwards. Buttons that link to the account are rejected. */
  has_private_forwards?: boolean
  /** Balance of Telegram Stars. */
  stars: number
}

/** A person in a people file, and in the call of the control API that adds a person. */
export interface PersonInput extends Partial<Omit<Person, 'id'>> {
  id: number
  first_name: string
  /**
   * Groups of the person. If undefined, the groups are derived from the person's note about the role: moderation or
   * administration.
   */
  groups?: ('moderators' | 'ops')[]
}

export interface Chat {
  id: number
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title?: string
  /** User name of a public channel. */
  username?: string
  /** Ids of the people who see the chat. */
  members: number[]
  /** False for a chat of two people. The bot never sees such a chat. */
  has_bot: boolean
  /** The bot's reply keyboard. */
  keyboard?: ReplyKeyboard
  /** The bot's message that makes the client open a reply (force_reply). */
  reply_asked?: number
  last_message_id: number
  /** True for a group with topics. `bot_manages_topics` is the right of an administrator bot. */
  is_forum?: boolean
  bot_manages_topics?: boolean
  topics?: Topic[]
  /** Status of the bot in a group; defaults to `member`. A `restricted` bot can read, but not write. */
  bot_status?: BotStatus
  /** Rights of the bot in a channel. Only an administrator has any. */
  bot_rights?: ChannelRights
  /** Id of the supergroup that replaced this group. Writing in this group fails. */
  migrated_to?: number
  /** True if the topic «General» is closed for messages. */
  is_general_closed?: boolean
}

/** Rights of a bot that is an administrator of a channel. */
export interface ChannelRights {
  can_post_messages: boolean
  can_edit_messages: boolean
  can_delete_messages: boolean
}

export type BotStatus = 'member' | 'administrator' | 'restricted' | 'left' | 'kicked'

export interface Topic {
  message_thread_id: number
  name: string
  is_closed: boolean
}

export interface Sender {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
  is_premium?: boolean
}

export interface Entity {
  type: string
  offset: number
  length: number
  url?: string
  language?: string
  user?: Sender
  /** Unix time of a `date_time` entity. Other entities have none. */
  unix_time?: number
  date_time_format?: string
}

export interface Button {
  text: string
  style?: 'danger' | 'success' | 'primary'
  url?: string
  callback_data?: string
  web_app?: { url: string }
  copy_text?: { text: string }
  pay?: boolean
  switch_inline_query?: string
  switch_inline_query_current_chat?: string
  switch_inline_query_chosen_chat?: { query?: string }
  login_url?: { url: string }
}

export interface KeyboardButton {
  text: string
  request_contact?: boolean
  request_location?: boolean
  web_app?: { url: string }
  request_chat?: RequestChat
}

/** Filter for the chat that a person may share, and the data about the chat that the bot gets. */
export interface RequestChat {
  request_id: number
  chat_is_channel: boolean
  chat_is_forum?: boolean
  chat_is_created?: boolean
  bot_is_member?: boolean
  request_title?: boolean
  request_username?: boolean
  /** Rights that the person and the bot need in the chat; the client asks to grant them to the bot. */
  user_administrator_rights?: Partial<ChannelRights>
  bot_administrator_rights?: Partial<ChannelRights>
}

export interface ReplyKeyboard {
  keyboard: KeyboardButton[][]
  resize_keyboard?: boolean
  one_time_keyboard?: boolean
  input_field_placeholder?: string
}

export interface InlineKeyboard {
  inline_keyboard: Button[][]
}

export interface FileRef {
  file_id: string
  file_unique_id: string
  file_size: number
  file_name?: string
  mime_type?: string
  width?: number
  height?: number
}

export interface StoredFile {
  ref: FileRef
  path: string
  /** Content of the file in base64, or the URL of a picture. */
  base64?: string
  url?: string
}

export interface Contact {
  phone_number: string
  first_name: string
  last_name?: string
  user_id?: number
}

export interface Message {
  message_id: number
  date: number
  edit_date?: number
  chat: {
    id: number
    type: string
    title?: string
    is_forum?: boolean
    first_name?: string
    last_name?: string
    username?: string
  }
  from: Sender
  /** Group or channel on whose behalf the message was written. `from` is then one of Telegram's own accounts. */
  sender_chat?: { id: number; type: string; title?: string }
  author_signature?: string
  is_automatic_forward?: boolean
  via_bot?: Sender
  text?: string
  entities?: Entity[]
  caption?: string
  caption_entities?: Entity[]
  photo?: FileRef[]
  document?: FileRef
  media_group_id?: string
  voice?: Record<string, unknown>
  video?: Record<string, unknown>
  sticker?: Record<string, unknown>
  location?: { latitude: number; longitude: number }
  contact?: Contact
  invoice?: {
    title: string
    description: string
    start_parameter: string
    currency: string
    total_amount: number
  }
  successful_payment?: Record<string, unknown>
  refunded_payment?: Record<string, unknown>
  write_access_allowed?: Record<string, unknown>
  web_app_data?: { data: string; button_text: string }
  migrate_to_chat_id?: number
  migrate_from_chat_id?: number
  chat_shared?: { request_id: number; chat_id: number; title?: string; username?: string }
  reply_to_message?: Message
  message_thread_id?: number
  is_topic_message?: boolean
  forum_topic_created?: { name: string; icon_color: number }
  forum_topic_closed?: Record<string, never>
  forum_topic_reopened?: Record<string, never>
  reply_markup?: InlineKeyboard
  link_preview_options?: unknown
  effect_id?: string
  /**
   * The only person who sees an ephemeral message. The message has an `ephemeral_message_id`, and its `message_id` is
   * 0.
   */
  receiver_user?: Sender
  ephemeral_message_id?: number
  /** Slug of the invoice that the message's pay button pays. The Bot API does not return it. */
  invoice_slug?: string
}

export interface Update {
  update_id: number
  [kind: string]: unknown
}

export interface Invoice {
  slug: string
  title: string
  description: string
  payload: string
  currency: string
  prices: { label: string; amount: number }[]
  /** Set for an invoice sent as a message. Such an invoice can be paid once. */
  chat_id?: number
  message_id?: number
  paid: boolean
}

export interface StarTransaction {
  id: string
  amount: number
  date: number
  user_id: number
  payload: string
  refunded: boolean
  kind: 'payment' | 'refund'
}

export interface Webhook {
  url: string
  secret_token?: string
  max_connections: number
  last_error_date?: number
  last_error_message?: string
}

export interface BotCommand {
  command: string
  description: string
}

export interface MenuButton {
  type: 'default' | 'commands' | 'web_app'
  text?: string
  web_app?: { url: string }
}

/**
 * An event that completes a step of the guide: a response of the mini-app's API, or a message of the bot to a person.
 */
export type StepTrigger = { request: string; answer: string } | { message: string }

/**
 * A step of the guide. The patterns in `done_when` are regular expressions: named groups `(?<name>…)` of a response are
 * stored, and `{{name}}` matches any stored value.
 */
export interface GuideStep {
  id: string
  /** Person whose phone is used in this step of the guide. */
  user_id: number
  title_ru: string
  title_en: string
  hint_ru: string
  hint_en: string
  /** Events that complete the step of the guide. One of them is enough. */
  done_when: StepTrigger[]
}

export interface GuideProgress {
  done: string[]
  known: Record<string, string[]>
}
