import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBack } from '#web/telegram/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { MainMenu } from './main-menu.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { useScrollMemory } from './scroll.ts'

type ShellProps = { children: ReactNode; menu?: true; root?: true }

/** What stands around every screen: the menu, Telegram's back button, scrolling, a crash's fallback. */
export function Shell({ children, menu, root }: ShellProps) {
  const navigate = useNavigate()
  useScrollMemory()
  useBack(!root, () => {
    const hasTrail = (window.history.state?.idx ?? 0) > 0
    void (hasTrail ? navigate(-1) : navigate('/search/personal', { replace: true }))
  })
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<ScreenSkeleton bar={menu} />}>{children}</Suspense>
      </ErrorBoundary>
      {menu && <MainMenu />}
    </>
  )
}
