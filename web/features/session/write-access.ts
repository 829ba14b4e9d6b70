import { api } from '#web/client/api.ts'
import { loaderGone } from '#web/client/loader-done.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { requestWriteAccess } from '#web/telegram/asking.ts'
import { changeMe } from './use-me.ts'

let isAsked = false

/** Asks to let the bot write. @returns whether it may now */
export async function allowWriting(): Promise<boolean> {
  isAsked = true
  if (!(await requestWriteAccess())) return false
  await api('POST /api/app/write_access').catch(() => undefined)
  changeMe({ can_write: true })
  return true
}

/** The same for people whom the bot cannot reach yet. */
export async function letBotWrite(): Promise<void> {
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user
  if (me && !me.can_write) await allowWriting()
}

/**
 * The same where the app has just promised a message: once in its life, because who said no does not want to be
 * asked again, and never over the loader.
 */
export async function askToWriteOnce(): Promise<void> {
  await loaderGone
  if (!isAsked) await letBotWrite()
}
