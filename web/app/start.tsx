import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { launch } from '#web/telegram/index.ts'
import { FirstScreenReady } from './first-screen-ready.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { RetryBanner } from './retry-banner.tsx'
import { useStartError } from './start-error.ts'
import { useLanguage } from './use-language.ts'

type StartProps = { children: ReactNode; onReady: () => void }

/** Steps before the first screen: log in, ask for the language if unknown, or show the error dialog. */
export function Start({ children, onReady }: StartProps) {
  return launch.initData ? <Entry onReady={onReady}>{children}</Entry> : children
}

function Entry({ children, onReady }: StartProps) {
  const { language, isAsked, choose } = useLanguage()
  const entry = useQuery(sessionQuery)
  const isReadOnly = useStartError(entry.error, onReady)
  const { t } = useTranslation()

  const retryStart = async () => {
    const { isSuccess } = await entry.refetch()
    if (isSuccess) await queryClient.invalidateQueries()
  }

  if (language || isReadOnly)
    return (
      <>
        {isReadOnly && entry.isError && (
          <RetryBanner text={t('error.start.title')} onRetry={() => void retryStart()} />
        )}
        {children}
      </>
    )
  if (!isAsked) return null
  return (
    <>
      <LanguageChoice onChosen={(nextLanguage) => void choose(nextLanguage)} />
      <FirstScreenReady onReady={onReady} />
    </>
  )
}
