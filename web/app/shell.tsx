import { ChevronLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { rememberUrl } from '#web/client/last-visited.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { hasBackButton, useBack } from '#web/telegram/index.ts'
import { ScreenSkeleton } from '#web/ui/screen-skeleton.tsx'
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
        <Suspense
          key={screen}
          fallback={skeleton ?? <ScreenSkeleton label={t('common.loading')} bar={menu} />}
        >
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
