import { loaderGone } from '#web/client/loader-done.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazyOptional } from '#web/parts/part.tsx'

const PullToRefresh = lazyOptional(async () => {
  await loaderGone
  return import('#web/ui/pull-to-refresh.tsx')
})

/** Pull-to-refresh. Its code is loaded later, so that it does not delay the first screen. */
export function PullToRefreshArea({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const { t } = useTranslation()
  return <PullToRefresh label={t('common.loading')} onRefresh={onRefresh} />
}
