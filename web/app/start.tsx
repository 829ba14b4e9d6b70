import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Language } from '#contract/options.ts'
import { api } from '#web/api.ts'
import { changeLanguage } from '#web/i18n.ts'
import { queryClient, sessionQuery } from '#web/query.ts'
import { session } from '#web/session.ts'
import { chosenLanguage } from '#web/start/language.ts'
import { launch } from '#web/telegram/index.ts'
import { FirstScreenReady } from './first-screen-ready.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { ReadOnlyBanner } from './read-only-banner.tsx'
import { useStartError } from './start-error.ts'

type StartProps = { children: ReactNode; onReady: () => void }

async function tellServer(ui_language: Language): Promise<void> {
  const { user } = await session()
  await api('POST /api/users/edit_user_ui_language', { query: { user_id: user.id, ui_language } })
}

/** The way to the first screen: a session, a language when none was chosen, or the error dialog. */
export function Start({ children, onReady }: StartProps) {
  return launch.initData ? <Entry onReady={onReady}>{children}</Entry> : children
}

function Entry({ children, onReady }: StartProps) {
  const [language, setLanguage] = useState(() => chosenLanguage(launch))
  const entry = useQuery(sessionQuery)
  const isReadOnly = useStartError(entry.error, onReady)

  const choose = async (chosen: Language) => {
    await changeLanguage(chosen)
    setLanguage(chosen)
    // The app already speaks it; a server that missed it learns it with the next login.
    await tellServer(chosen).catch(() => undefined)
  }
  const retry = async () => {
    const { isSuccess } = await entry.refetch()
    if (isSuccess) await queryClient.invalidateQueries()
  }

  if (language || isReadOnly)
    return (
      <>
        {isReadOnly && entry.isError && <ReadOnlyBanner onRetry={() => void retry()} />}
        {children}
      </>
    )
  return (
    <>
      <LanguageChoice onChosen={(chosen) => void choose(chosen)} />
      <FirstScreenReady onReady={onReady} />
    </>
  )
}
