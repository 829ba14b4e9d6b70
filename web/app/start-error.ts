import i18next from 'i18next'
import { CloudOff, LogIn, ShieldX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { ReplyOf } from '#web/client/api.ts'
import { ApiError, readReply } from '#web/client/http.ts'
import { errorText, needTexts } from '#web/client/i18n.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { onRefusal } from '#web/client/session.ts'
import { closeApp, launch, leaveForTelegram } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'
import { hideLoader } from './loader.ts'

const t = (key: string, values: Record<string, unknown> = {}) => i18next.t(key, values)
const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)

/** Refusals that have a sentence of their own; every other failure is ours. */
const own: (ApiError['code'] | undefined)[] = ['offline', 'init_data_required', 'clock_wrong']
const over: (ApiError['code'] | undefined)[] = ['session_expired', 'unauthenticated']
const errorLook = { tone: 'bad', wide: true, locked: true } as const

/** Telegram's signature counts for a day; after it the same launch opens nothing. */
const isLaunchOver = () =>
  Date.now() - Number(new URLSearchParams(launch.initData).get('auth_date')) * 1000 > limits.launch.maxAgeMs

let isAsking = false
/** Who chose to go on is not asked at each further try; the line above the page says what is missing. */
let goesOnAnyway = false

/** Says what stopped the start or ended the session. @returns whether the person goes on with what is there */
async function ask(error: Error): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  await needTexts('errors', 'rest').catch(() => undefined)
  const code = codeOf(error)
  const goesOn =
    code === 'blocked'
      ? await tellBlocked(error as ApiError)
      : over.includes(code)
        ? await enterAgain()
        : await tellFailure(own.includes(code) ? errorText(error) : t('error.start.text'))
  isAsking = false
  return goesOn
}

/** Close leaves the app, Continue shows what is there. */
async function tellFailure(text: string): Promise<boolean> {
  if (goesOnAnyway) return true
  const goesOn = await askDialog({
    ...errorLook,
    icon: CloudOff,
    title: t('error.start.title'),
    text,
    confirm: t('error.start.continue'),
    cancel: t('error.start.close'),
  })
  if (!goesOn) closeApp()
  goesOnAnyway = goesOn === true
  return goesOnAnyway
}

async function enterAgain(): Promise<boolean> {
  if (!isLaunchOver()) {
    const enters = await askDialog({
      ...errorLook,
      icon: LogIn,
      title: t('session.over'),
      text: t('session.again'),
      confirm: t('session.enter'),
      cancel: t('error.start.close'),
    })
    if (!enters) return leave()
    const failure = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
      () => null,
      (error: Error) => error,
    )
    if (!failure) void queryClient.invalidateQueries()
    if (!failure) return false
    if (!over.includes(codeOf(failure))) return tellFailure(errorText(failure))
  }
  await askDialog({
    ...errorLook,
    icon: LogIn,
    title: t('session.over'),
    text: t('session.reopen'),
    confirm: t('error.start.close'),
  })
  return leave()
}

async function tellBlocked({ details }: ApiError): Promise<boolean> {
  const reason = details?.reason
  const writes = await askDialog({
    ...errorLook,
    icon: ShieldX,
    title: t('blocked.title'),
    text: reason ? t('blocked.reason', { reason }) : t('blocked.noReason'),
    confirm: t('blocked.support'),
    cancel: t('error.start.close'),
  })
  if (!writes) return leave()
  // Public, and who is blocked has no session to ask with.
  const asked = readReply(fetch('/api/app/telegram_link')) as Promise<ReplyOf<'GET /api/app/telegram_link'>>
  const link = await asked.catch(() => null)
  if (!link) return leave()
  const { origin, pathname } = new URL(link.url)
  leaveForTelegram(`${origin}${pathname}?start=support`)
  return false
}

function leave(): boolean {
  closeApp()
  return false
}

/** @returns whether the person goes on after a failed start, reading what is there */
export function useStartError(error: Error | null, onShown: () => void): boolean {
  const [isReadOnly, setReadOnly] = useState(false)
  useEffect(() => onRefusal((refusal) => void ask(refusal).then((goesOn) => goesOn && setReadOnly(true))), [])
  useEffect(() => {
    if (!error) return
    hideLoader()
    onShown()
    void ask(error).then((goesOn) => goesOn && setReadOnly(true))
  }, [error, onShown])
  return isReadOnly
}
