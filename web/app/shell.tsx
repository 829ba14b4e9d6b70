import { ChevronLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { rememberUrl } from '#web/client/last-visited.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { hasBackButton, useBack } from '#web/telegram/index.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SheetGripLabel } from '#web/ui/use-sheet.ts'
import { useFocusOnNewScreen } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { rememberPath } from './first-path.ts'
import { MainMenu } from './main-menu.tsx'
import { parentPath } from './parents.ts'
import { useScrollMemory } from './scroll.ts'
import styles from './shell.module.css'

type ShellProps = { children: ReactNode; screen: string; skeleton?: ReactNode; menu?: true; root?: true }

/** Frame of every screen. It contains the menu and the Back button, restores the scroll position, and shows errors. */
export function Shell({ children, screen, skeleton, menu, root }: ShellProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    rememberPath(pathname + search)
    if (menu) rememberUrl(pathname, search)
  }, [menu, pathname, search])
  useScrollMemory(menu === true)
  useFocusOnNewScreen()
  const goBack = () => {
    const hasTrail = (window.history.state?.idx ?? 0) > 0
    void (hasTrail ? navigate(-1) : navigate(parentPath(pathname), { replace: true }))
  }
  useBack(!root, goBack)
  return (
    <SheetGripLabel value={t('a11y.sheetGrip')}>
      {!root && !hasBackButton && <BackBar onBack={goBack} />}
      <ErrorBoundary>
        {/* The key is the screen, so that a new screen shows its placeholder instead of keeping the previous screen
            visible. */}
        <Suspense key={screen} fallback={skeleton ?? <ScreenSkeleton bar={menu} />}>
          {children}
        </Suspense>
      </ErrorBoundary>
      {menu && <MainMenu />}
    </SheetGripLabel>
  )
}

/** Back button above a screen, for Telegram clients that have no Back button in their header. */
function BackBar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.line} aria-label={t('nav.back')}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ChevronLeft />
        {t('nav.back')}
      </button>
    </nav>
  )
}

const cards = [1, 2, 3]

/** Placeholder of a screen whose code is loading: a heading and three cards. */
function ScreenSkeleton({ bar }: { bar?: boolean }) {
  const { t } = useTranslation()
  return (
    <Page busy={t('common.loading')} bar={bar}>
      <Skeleton width="60%" height={34} onPage />
      {cards.map((card) => (
        <Card key={card}>
          <Skeleton width="45%" height={13} />
          <Skeleton width="92%" height={17} />
          <Skeleton width="60%" height={17} />
          <Skeleton width="50%" height={21} />
        </Card>
      ))}
    </Page>
  )
}
