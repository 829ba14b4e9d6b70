import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { reportError } from './report-error.ts'

/** A screen that broke leaves the rest of the app standing; going elsewhere or "try again" starts afresh. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    return this.state.hasFailed ? <Broken /> : this.props.children
  }
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
