import { LogIn, ShieldX } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { ReplyOf } from '#web/client/http/api.ts'
import { type ApiError, readReply } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { supportUrl } from '#web/features/info/support-cell.tsx'
import { closeApp, launch, leaveForTelegram } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'
import { codeOf, errorDialogProps, sessionErrors, showStartError, t } from './start-dialog.ts'

/** True if the launch can no longer log in, because Telegram's signature is valid for a day only. */
const isLaunchExpired = () =>
  Date.now() - Number(new URLSearchParams(launch.initData).get('auth_date')) * 1000 > limits.launch.maxAgeMs

/**
 * Asks the user to log in again, or to reopen the app if its launch has expired.
 * @returns true if the user continues with the loaded data
 */
export async function offerLogin(): Promise<boolean> {
  if (!isLaunchExpired()) {
    const enters = await askDialog({
      ...errorDialogProps,
      icon: LogIn,
      title: t('session.over'),
      text: t('session.again'),
      confirm: t('session.enter'),
      cancel: t('error.start.close'),
    })
    if (!enters) return closeAndStop()
    const failure = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
      () => null,
      (error: Error) => error,
    )
    if (!failure) void queryClient.invalidateQueries()
    if (!failure) return false
    if (!sessionErrors.includes(codeOf(failure))) return showStartError(errorText(failure))
  }
  await askDialog({
    ...errorDialogProps,
    icon: LogIn,
    title: t('session.over'),
    text: t('session.reopen'),
    confirm: t('error.start.close'),
  })
  return closeAndStop()
}

export async function showBlocked({ details }: ApiError): Promise<boolean> {
  const reason = details?.reason
  const writes = await askDialog({
    ...errorDialogProps,
    icon: ShieldX,
    title: t('blocked.title'),
    text: reason ? t('blocked.reason', { reason }) : t('blocked.noReason'),
    confirm: t('blocked.support'),
    cancel: t('error.start.close'),
  })
  if (!writes) return closeAndStop()
  // The request is sent without a session, because a blocked user has none. The call is public.
  const reply = readReply(fetch('/api/app/telegram_link')) as Promise<ReplyOf<'GET /api/app/telegram_link'>>
  const link = await reply.catch(() => null)
  if (!link) return closeAndStop()
  leaveForTelegram(supportUrl(link.url))
  return false
}

function closeAndStop(): boolean {
  closeApp()
  return false
}
