import { Suspense } from 'react'
import { loaderGone } from '#web/client/loader-done.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ornament } from '#web/parts/part.tsx'

const PullToRefresh = ornament(async () => {
  await loaderGone
  return import('#web/ui/pull-to-refresh.tsx')
})

/** A list that is pulled down is asked anew; nothing of the first screen waits for it. */
export function Pull({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const { t } = useTranslation()
  return (
    <Suspense>
      <PullToRefresh label={t('common.loading')} onRefresh={onRefresh} />
    </Suspense>
  )
}
