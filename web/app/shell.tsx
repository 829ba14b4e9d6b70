import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { rememberUrl } from '#web/client/last-visited.ts'
import { hasBackButton, useBack } from '#web/telegram/index.ts'
import { useFocusOnNewScreen } from './arrival.ts'
import { BackBar } from './back-line.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { rememberPath } from './first-path.ts'
import { MainMenu } from './main-menu.tsx'
import { parentPath } from './parents.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { useScrollMemory } from './scroll.ts'

type ShellProps = { children: ReactNode; screen: string; skeleton?: ReactNode; menu?: true; root?: true }

/** Frame of every screen: menu, Back button, scroll position, error fallback. */
export function Shell({ children, screen, skeleton, menu, root }: ShellProps) {
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
    <>
      {!root && !hasBackButton && <BackBar onBack={goBack} />}
      <ErrorBoundary>
        {/* Keyed by screen, so that a new one shows its placeholder instead of keeping the previous one
            visible. */}
        <Suspense key={screen} fallback={skeleton ?? <ScreenSkeleton bar={menu} />}>
          {children}
        </Suspense>
      </ErrorBoundary>
      {menu && <MainMenu />}
    </>
  )
}
