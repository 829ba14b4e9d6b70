import { api } from '#web/client/http/api.ts'
import { loaderGone } from '#web/client/loader-done.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { requestWriteAccess } from '#web/telegram/requests.ts'
import { updateMe } from './use-me.ts'

let hasAsked = false

/** Requests permission for the bot to write to the user. @returns true if it was granted */
export async function requestBotAccess(): Promise<boolean> {
  hasAsked = true
  if (!(await requestWriteAccess())) return false
  await api('POST /api/app/write_access').catch(() => undefined)
  updateMe({ can_write: true })
  return true
}

/** Requests permission for the bot to write, unless the bot already has it. */
export async function ensureBotCanWrite(): Promise<void> {
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user
  if (me && !me.can_write) await requestBotAccess()
}

/**
 * Requests permission for the bot to write, at most once per app start. Call it when the app promises a message from
 * the bot. The request waits until the loader has disappeared.
 */
export async function askForBotAccessOnce(): Promise<void> {
  await loaderGone
  if (!hasAsked) await ensureBotCanWrite()
}
