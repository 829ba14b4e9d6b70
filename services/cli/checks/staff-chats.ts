import { type Api, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import { sql } from 'kysely'
import type { ChannelState } from '#contract/channels.ts'
import type { Db } from '#db/index.ts'
import { lookAtChannel } from '#services/channels/rights.ts'
import type { Config } from '#services/core/config/config.ts'
import { currentChat, type StaffGroup, staffChatSettings } from '#services/notifications/staff-chats.ts'
import { bad, type Finding, ok, reasonOf, warning } from './result.ts'

const cures = {
  inside: 'Add the bot to the group.',
  write: 'Allow the bot to send messages: the easiest way is to make it an administrator.',
  id: 'Add the bot to the group and take its id, a negative number; `otklik setup` lets you choose it in Telegram.',
}

/** Checks the staff's groups: the bot may write there, and the settings hold their current ids. */
export async function checkStaffChats(api: Api, bot_id: number, config: Config, db?: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const group of ['moderators', 'operators'] as const)
    findings.push(await checkChat(api, bot_id, { group, id: config[staffChatSettings[group]], db }))
  return findings
}

type Chat = { group: StaffGroup; id: number; db: Db | undefined }

async function checkChat(api: Api, bot_id: number, { group, id, db }: Chat): Promise<Finding> {
  const about = `chat of the ${group}`
  const setting = staffChatSettings[group]
  const movedWarning = (to: number) =>
    warning(
      about,
      `Telegram has given the group the id ${to}; messages follow it, and ${setting} says ${id}`,
      `Write ${setting}=${to} and restart the bot and the workers.`,
    )
  try {
    const current = db && (await findCurrentChat(db, id))
    const current_id = current?.id ?? id
    const member = await api.getChatMember(current_id, bot_id)
    const problem = await findWriteProblem(api, current_id, member)
    if (problem) return bad(about, `the bot ${problem.found} in ${current_id}`, problem.cure)
    return current_id === id ? ok(about, `the bot is ${member.status}`) : movedWarning(current_id)
  } catch (error) {
    const to = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
    return to ? movedWarning(to) : bad(about, `${id}: ${reasonOf(error)}`, cures.id)
  }
}

/**
 * Finds the current id of a chat, because Telegram changes the id of a group. Returns undefined if the database cannot
 * be read.
 */
async function findCurrentChat(db: Db, chat_id: number): Promise<{ id: number } | undefined> {
  const query = sql<{ id: number }>`select ${currentChat(chat_id)} as id`.execute(db)
  return query.then(
    ({ rows }) => rows[0],
    () => undefined,
  )
}

type WriteProblem = { kind: 'outside' | 'mute'; found: string; cure: string }

/** Returns the reason why the bot cannot write to a group; undefined if the bot can. */
export async function findWriteProblem(
  api: Api,
  chat_id: number,
  member: ChatMember,
): Promise<WriteProblem | undefined> {
  const { status } = member
  if (status === 'left' || status === 'kicked')
    return { kind: 'outside', found: `is ${status}`, cure: cures.inside }
  const isMuted =
    status === 'restricted'
      ? !member.can_send_messages
      : status === 'member' && (await api.getChat(chat_id)).permissions?.can_send_messages === false
  return isMuted ? { kind: 'mute', found: 'may not write', cure: cures.write } : undefined
}

const channelCure =
  'Make the bot an administrator of the channel who may post, edit and delete messages, or remove the channel in the admin area.'

/** Checks the channels in which listings are posted: the bot has all the rights that it needs there. */
export async function checkChannels(
  api: Api,
  config: Pick<Config, 'BOT_TOKEN' | 'CHANNEL_CHAT_ID'>,
  db: Db | undefined,
): Promise<Finding[]> {
  const channels = db ? await findChannels(db) : []
  const chosen = config.CHANNEL_CHAT_ID
  // The workers connect the chosen channel when they see it. Until then nothing else says why it gets no posts.
  const isMissing = chosen !== undefined && channels.every(({ chat_id }) => chat_id !== chosen)
  const connected = channels.filter(({ state }) => state !== 'removed')
  const checked = isMissing
    ? [...connected, { chat_id: chosen, title: `CHANNEL_CHAT_ID=${chosen}` }]
    : connected
  return Promise.all(
    checked.map(async ({ chat_id, title }) => {
      const about = `channel «${title}»`
      try {
        const { missing_rights: missing, loss } = await lookAtChannel({ config }, api, chat_id)
        if (loss === 'gone') return bad(about, 'Telegram knows no such channel', channelCure)
        if (loss === 'removed') return bad(about, 'the bot is no administrator of it', channelCure)
        return missing.length === 0
          ? ok(about, 'the bot may post, edit and delete')
          : bad(about, `the bot lacks ${missing.join(', ')}`, channelCure)
      } catch (error) {
        return bad(about, reasonOf(error), channelCure)
      }
    }),
  )
}

/** Channels that were ever connected, by title. The table is not there before the first migration. */
async function findChannels(db: Db): Promise<{ chat_id: number; title: string; state: ChannelState }[]> {
  return db
    .selectFrom('channels')
    .select(['chat_id', 'title', 'state'])
    .orderBy('title')
    .execute()
    .catch(() => [])
}
