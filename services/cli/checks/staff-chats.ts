import { type Api, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Config } from '#services/core/config/config.ts'
import { currentChat, type StaffGroup, staffChatSettings } from '#services/notifications/staff-chats.ts'
import { bad, type Finding, ok, reasonOf, warning } from './finding.ts'

const cures = {
  inside: 'Add the bot to the group.',
  write: 'Allow the bot to send messages: the easiest way is to make it an administrator.',
  id: 'Add the bot to the group and take its id, a negative number; `otklik setup` lets you choose it in Telegram.',
}

/** The groups of the staff: whether the bot may write there, and whether the settings name them as Telegram does. */
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
  const moved = (to: number) =>
    warning(
      about,
      `Telegram has given the group the id ${to}; messages follow it, and ${setting} says ${id}`,
      `Write ${setting}=${to} and restart the bot and the workers.`,
    )
  try {
    const known = db && (await knownChat(db, id))
    const now = known?.id ?? id
    const member = await api.getChatMember(now, bot_id)
    const complaint = await complaintOf(api, now, member)
    if (complaint) return bad(about, `the bot ${complaint.found} in ${now}`, complaint.cure)
    return now === id ? ok(about, `the bot is ${member.status}`) : moved(now)
  } catch (error) {
    const to = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
    return to ? moved(to) : bad(about, `${id}: ${reasonOf(error)}`, cures.id)
  }
}

/** The id under which messages go, as far as the database can be asked. */
async function knownChat(db: Db, chat_id: number): Promise<{ id: number } | undefined> {
  const asked = sql<{ id: number }>`select ${currentChat(chat_id)} as id`.execute(db)
  return asked.then(
    ({ rows }) => rows[0],
    () => undefined,
  )
}

type Complaint = { kind: 'outside' | 'mute'; found: string; cure: string }

/** The reason why the bot may not write to a group; undefined when it may. */
export async function complaintOf(
  api: Api,
  chat_id: number,
  member: ChatMember,
): Promise<Complaint | undefined> {
  const { status } = member
  if (status === 'left' || status === 'kicked')
    return { kind: 'outside', found: `is ${status}`, cure: cures.inside }
  const isMuted =
    status === 'restricted'
      ? !member.can_send_messages
      : status === 'member' && (await api.getChat(chat_id)).permissions?.can_send_messages === false
  return isMuted ? { kind: 'mute', found: 'may not write', cure: cures.write } : undefined
}
