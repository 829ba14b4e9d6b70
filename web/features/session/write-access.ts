import { api } from '#web/api.ts'
import { queryClient, sessionQuery } from '#web/query.ts'
import { requestWriteAccess } from '#web/telegram/index.ts'
import { changeMe } from './use-me.ts'

/**
 * Asks to let the bot write, for people whom it cannot reach yet. To be called where the app has just promised
 * a message, never at the start.
 */
export async function letBotWrite(): Promise<void> {
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user
  if (!me || me.can_write || !(await requestWriteAccess())) return
  await api('POST /api/app/write_access').catch(() => undefined)
  changeMe({ can_write: true })
}
