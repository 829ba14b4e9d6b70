import { CloudOff, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isConnectionLost, useLostConnection } from '#web/client/network.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { report } from './watch-errors.ts'

/** A screen that broke leaves the rest of the app standing; going elsewhere or "try again" starts afresh. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}

/** How browsers say that a screen's code did not come. */
const isCodeMissing = (error: unknown) =>
  error instanceof Error && /import(ing|ed)? .*module|module script|preload CSS/i.test(error.message)

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (!isConnectionLost()) report(error)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return isCodeMissing(error) ? <Missing /> : <Broken />
  }
}

/** Without a network it waits for it; a browser asks for the same code again only after a reload. */
function Missing() {
  const { t } = useTranslation()
  const isLost = useLostConnection()
  const [wasLost] = useState(isLost)
  useEffect(() => {
    if (wasLost && !isLost) window.location.reload()
  }, [wasLost, isLost])
  if (!wasLost) return <Broken />
  return (
    <Page centred bar>
      <EmptyState main icon={CloudOff} title={t('offline.part')} text={t('offline.partText')} />
    </Page>
  )
}

function Broken() {
  const { t } = useTranslation()
  // A reload also fetches the code of a screen that could not be loaded after a deployment.
  const retry = <Button onClick={() => window.location.reload()}>{t('common.retry')}</Button>
  return (
    <Page centred bar>
      <EmptyState
        main
        icon={TriangleAlert}
        tone="bad"
        title={t('error.generic.title')}
        text={t('error.generic.text')}
        action={retry}
      />
    </Page>
  )
}
