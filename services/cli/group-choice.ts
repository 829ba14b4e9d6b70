import { randomBytes } from 'node:crypto'
import { type Api, GrammyError } from 'grammy'
import type { KeyboardButton, Message, Update } from 'grammy/types'
import { type Language, languageOf } from '#contract/languages.ts'
import { botRightsOf } from '#services/channels/rights.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { type StaffGroup, staffChatSettings } from '#services/notifications/staff-chats.ts'
import { findWriteProblem } from './checks/staff-chats.ts'

/**
 * Staff groups by the id of the button with which the operator chooses the group. Telegram's answer contains the id of
 * the pressed button.
 */
const requests = { 1: 'moderators', 2: 'operators' } as const satisfies Record<number, StaffGroup>
/** Id of the button with which the operator chooses the channel, after the groups. */
const channelRequest = 3
const pollSeconds = 20

export type GroupChoice = { values: Record<string, string>; telegram_id?: number }
type ChoiceOptions = {
  note: (line: string) => void
  /**
   * Milliseconds after which the command stops waiting for a choice in Telegram and asks for the chat ids in the
   * terminal.
   */
  timeoutMs?: number
}

/**
 * Lets the operator choose the staff groups, and the channel in which listings are posted, in Telegram. The channel may
 * be left out; further channels are connected in the admin area. The operator opens a link, and buttons below the bot's reply
 * offer the groups of which the bot is a member. The bot answers only the person who opened the link.
 * @returns the chosen settings; if empty, the command asks for the chat ids in the terminal
 */
export async function chooseGroups(
  api: Api,
  { note, timeoutMs = 5 * 60_000 }: ChoiceOptions,
): Promise<GroupChoice> {
  const me = await api.getMe()
  const { url } = await api.getWebhookInfo()
  if (url) {
    note('The bot is in use: Telegram brings what it hears elsewhere. Write the ids of the groups yourself.')
    return { values: {} }
  }
  const code = `groups_${randomBytes(8).toString('hex')}`
  note('Add the bot to the groups of the staff first. Then open this link and press Start:')
  note(`  https://t.me/${me.username}?start=${code}`)
  const conversation = openConversation(api, me.id, code)
  const deadline = Date.now() + timeoutMs
  let offset: number | undefined
  try {
    while (!conversation.isOver() && Date.now() < deadline) {
      const timeout = Math.min(pollSeconds, Math.ceil((deadline - Date.now()) / 1000))
      const updates: Update[] = await api.getUpdates({ offset, timeout, allowed_updates: ['message'] })
      for (const { update_id, message } of updates) {
        offset = update_id + 1
        if (message) await conversation.receive(message)
      }
    }
    // Confirms to Telegram that these updates were read. Otherwise the bot would get the same updates again when it
    // starts.
    if (offset !== undefined) await api.getUpdates({ offset, timeout: 0 })
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error
    note(`Telegram refuses: ${error.description}. Write the ids of the groups yourself.`)
  }
  if (!conversation.isOver()) await conversation.sendTimeOver()
  return conversation.choice()
}

function openConversation(api: Api, bot_id: number, code: string) {
  const values: Record<string, string> = {}
  let person: { id: number; language: Language } | undefined
  let isChannelSettled = false
  const missingGroups = () => Object.values(requests).filter((group) => !values[staffChatSettings[group]])

  const sendText = (key: string, parts: Record<string, string> = {}) => {
    if (!person) return undefined
    const { id, language } = person
    const offeredGroups = Object.entries(requests).filter(([, group]) => missingGroups().includes(group))
    const keyboard: KeyboardButton[][] = offeredGroups.map(([request_id, group]) => [
      {
        text: translatorFor(language)(`bot.setup.button.${group}`),
        request_chat: {
          request_id: Number(request_id),
          chat_is_channel: false,
          bot_is_member: true,
          request_title: true,
        },
      },
    ])
    if (missingGroups().length === 0) keyboard.push(...channelButtons(language))
    const isLast = key === 'done' || key === 'late'
    const reply_markup = isLast ? ({ remove_keyboard: true } as const) : { keyboard, resize_keyboard: true }
    return api.sendMessage(id, translatorFor(language)(`bot.setup.${key}`, { replace: parts }), {
      reply_markup,
    })
  }

  return {
    choice: (): GroupChoice => ({ values, ...(person && { telegram_id: person.id }) }),
    isOver: () => missingGroups().length === 0 && isChannelSettled,
    sendTimeOver: () => sendText('late'),
    async receive({ chat, from, text, chat_shared }: Message): Promise<void> {
      if (!from || chat.type !== 'private') return
      if (text === `/start ${code}`) {
        person = { id: from.id, language: languageOf(from.language_code) }
        await sendText('choose')
        return
      }
      if (from.id !== person?.id) return
      const noChannel = translatorFor(person.language)('bot.setup.button.noChannel')
      const areGroupsChosen = missingGroups().length === 0
      if (areGroupsChosen && (text === noChannel || chat_shared?.request_id === channelRequest)) {
        const refusal = chat_shared && (await findChannelProblem(api, bot_id, chat_shared.chat_id))
        if (refusal) {
          await sendText(`refused.${refusal}`, { title: chat_shared.title ?? String(chat_shared.chat_id) })
          return
        }
        if (chat_shared) values.CHANNEL_CHAT_ID = String(chat_shared.chat_id)
        isChannelSettled = true
        await sendText('done')
        return
      }
      if (!chat_shared) return
      const group = requests[chat_shared.request_id as keyof typeof requests]
      const title = chat_shared.title ?? String(chat_shared.chat_id)
      const problem = await findProblem(api, bot_id, chat_shared.chat_id)
      if (!group || problem) {
        await sendText(`refused.${problem ?? 'outside'}`, { title })
        return
      }
      values[staffChatSettings[group]] = String(chat_shared.chat_id)
      await (missingGroups().length === 0 ? sendText('channel') : sendText('more', { title }))
    },
  }
}

/** Rights that the button of the channel asks for; Telegram's client gives them to the bot. */
const channelAdministrator = {
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_send_welcome_messages: false,
  can_delete_stories: false,
  can_post_messages: true,
  can_edit_messages: true,
} as const

function channelButtons(language: Language): KeyboardButton[][] {
  const translate = translatorFor(language)
  const request_chat = {
    request_id: channelRequest,
    chat_is_channel: true,
    request_title: true,
    // Telegram offers only channels in which the person may appoint administrators with these rights.
    user_administrator_rights: { ...channelAdministrator, can_promote_members: true },
    bot_administrator_rights: channelAdministrator,
  }
  return [
    [{ text: translate('bot.setup.button.channel'), request_chat }],
    [{ text: translate('bot.setup.button.noChannel') }],
  ]
}

/** Returns the reason why listings cannot be posted in a channel; undefined if they can. */
async function findChannelProblem(api: Api, bot_id: number, chat_id: number): Promise<'channel' | undefined> {
  try {
    const { missing_rights } = botRightsOf(await api.getChatMember(chat_id, bot_id))
    return missing_rights.length > 0 ? 'channel' : undefined
  } catch (error) {
    if (error instanceof GrammyError) return 'channel'
    throw error
  }
}

/** Returns the reason why a group cannot be a staff group; undefined if it can. */
async function findProblem(
  api: Api,
  bot_id: number,
  chat_id: number,
): Promise<'outside' | 'mute' | undefined> {
  try {
    const problem = await findWriteProblem(api, chat_id, await api.getChatMember(chat_id, bot_id))
    return problem?.kind
  } catch (error) {
    if (error instanceof GrammyError) return 'outside'
    throw error
  }
}
