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
  // A lazy component would make React suspend the screen that renders now, so the module is loaded beforehand.
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
        {/* Loaded after the first screen and its preloads. */}
        {AfterStart && <AfterStart />}
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** Banner shown if the parts after the start fail to load, because no dialog or toast works without them. */
function LostRest({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <RetryBanner text={t('lost.title')} onRetry={onRetry} />
}
