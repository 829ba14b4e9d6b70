import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazyOptional } from '#web/parts/part.tsx'
import { preloadLikelyTargets } from './ahead.ts'
import { FirstScreenReady } from './first-screen-ready.tsx'
import { RetryBanner } from './retry-banner.tsx'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { Start } from './start.tsx'

const ConnectionNotice = lazyOptional(() => import('./connection-notice.tsx'), 'rest')

export function App() {
  const [isReady, setReady] = useState(false)
  const [AfterStart, setAfterStart] = useState<ComponentType>()
  const [isRestLost, setRestLost] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  // The module of the remaining parts is loaded before it is rendered, because a lazy component would make React
  // suspend the visible screen.
  const loadRest = useCallback(() => {
    setRestLost(false)
    import('./after-start.tsx').then(
      (module) => setAfterStart(() => module.default),
      () => setRestLost(true),
    )
  }, [])
  useEffect(() => (isReady ? preloadLikelyTargets(loadRest) : undefined), [isReady, loadRest])
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {isReady && <ConnectionNotice />}
        {isRestLost && <LostRest onRetry={loadRest} />}
        <Start onReady={ready}>
          <Routes>
            {routes.map(({ path, element, load: _, screen = path, ...around }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Shell {...around} screen={screen}>
                    {element}
                    <FirstScreenReady onReady={ready} />
                  </Shell>
                }
              />
            ))}
          </Routes>
        </Start>
        {/* The parts after the start are loaded once the first screen and its preloading have finished. */}
        {AfterStart && <AfterStart />}
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/**
 * Banner that is shown if the parts after the start fail to load. It cannot be a dialog or a toast, because they are
 * among these parts.
 */
function LostRest({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <RetryBanner text={t('lost.title')} onRetry={onRetry} />
}
