import { CloudOff, Unplug } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLostConnection } from '#web/client/http/network.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useLayer } from '#web/ui/use-layer.ts'
import styles from './lost.module.css'

export type RetryHandlers = {
  /** Called when the user clicks "retry". */
  onPress: () => void
  /** Called to retry automatically when the connection is back. */
  onReturn: () => void
}

/** Retries when the connection is back. @returns true while the connection is lost */
function useRetryWhenOnline(onReturn: () => void): boolean {
  const isLost = useLostConnection()
  const wasLost = useRef(isLost)
  useEffect(() => {
    if (wasLost.current && !isLost) onReturn()
    wasLost.current = isLost
  }, [isLost, onReturn])
  return isLost
}

/** Card in place of a part of the app that failed to load, with a "retry" button. */
export function FailedCard({
  onPress,
  onReturn,
  main,
  more,
}: RetryHandlers & { main?: boolean; more?: ReactNode }) {
  const { t } = useTranslation()
  const isOffline = useRetryWhenOnline(onReturn)
  const Icon = isOffline ? CloudOff : Unplug
  const Title = main ? 'h1' : 'h2'
  return (
    <Card className="stack stack-3" role="alert">
      <span className={styles.icon}>
        <Icon />
      </span>
      <div className="stack stack-1">
        <Title className="head">{t(isOffline ? 'offline.part' : 'lost.title')}</Title>
        <p className="sub muted">{t(isOffline ? 'offline.partText' : 'lost.text')}</p>
      </div>
      {!isOffline && (
        <Button wide onClick={onPress}>
          {t('lost.retry')}
        </Button>
      )}
      {more}
    </Card>
  )
}

/** Time in ms after a reload within which the page is not reloaded again automatically. */
const justReloadedMs = 60_000
const isJustReloaded = () => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' && performance.now() < justReloadedMs
}

/**
 * Screen in place of a screen whose code failed to load. After a deployment its file may no longer exist; reloading the
 * page then loads the new release.
 */
export function FailedScreen({ isGone, onPress, onReturn }: RetryHandlers & { isGone: boolean }) {
  const { t } = useTranslation()
  const isOffline = useRetryWhenOnline(onReturn)
  useEffect(() => {
    if (isGone && !isJustReloaded()) window.location.reload()
  }, [isGone])
  if (!isOffline)
    return (
      <Page bar>
        <FailedCard main onPress={onPress} onReturn={onReturn} />
      </Page>
    )
  return (
    <Page centred bar>
      <EmptyState main icon={CloudOff} title={t('offline.part')} text={t('offline.partText')} />
    </Page>
  )
}

/** Sheet in place of a sheet whose code failed to load. The page below it stays usable. */
export function FailedSheet({ onClosed, ...retryHandlers }: RetryHandlers & { onClosed?: () => void }) {
  const { t } = useTranslation()
  const close = () => onClosed?.()
  useLayer(true, close)
  return (
    <div className={styles.over}>
      <div className={styles.sheet} role="dialog" aria-modal="true" aria-label={t('lost.title')}>
        <FailedCard
          {...retryHandlers}
          more={
            <Button wide variant="fill" onClick={close}>
              {t('error.start.close')}
            </Button>
          }
        />
      </div>
    </div>
  )
}

const hiddenRetryMs = 30_000

/** Stands in for a part of the app that the user does not miss. It renders nothing and retries after a while. */
export function HiddenRetry({ onReturn }: Pick<RetryHandlers, 'onReturn'>) {
  useRetryWhenOnline(onReturn)
  useEffect(() => {
    const timer = setTimeout(onReturn, hiddenRetryMs)
    return () => clearTimeout(timer)
  }, [onReturn])
  return null
}
