import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { isConnectionLost } from '#web/client/http/network.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { reportErrorOnce } from './watch-errors.ts'

/** Catches errors of a screen. Navigation or the "retry" button renders the screen anew. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (!isConnectionLost()) reportErrorOnce(error)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Broken />
  }
}

function Broken() {
  const { t } = useTranslation()
  const retryButton = <Button onClick={() => window.location.reload()}>{t('common.retry')}</Button>
  return (
    <Page centred bar>
      <EmptyState
        main
        icon={TriangleAlert}
        tone="bad"
        title={t('error.generic.title')}
        text={t('error.generic.text')}
        action={retryButton}
      />
    </Page>
  )
}
