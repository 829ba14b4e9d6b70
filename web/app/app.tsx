import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { BrowserRouter, Route, Routes, useParams } from 'react-router-dom'
import { parseId } from '#contract/row-id.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { lazyOptional } from '#web/parts/part.tsx'
import { preloadLikelyTargets } from './ahead.ts'
import { FirstScreenReady } from './first-screen-ready.tsx'
import { RetryBanner } from './retry-banner.tsx'
import { type AppRoute, routes, unknownPath } from './routes.tsx'
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
  const loadAfterStart = useCallback(() => {
    setRestLost(false)
    import('./after-start.tsx').then(
      (module) => setAfterStart(() => module.default),
      () => setRestLost(true),
    )
  }, [])
  useEffect(() => (isReady ? preloadLikelyTargets(loadAfterStart) : undefined), [isReady, loadAfterStart])
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {isReady && <ConnectionNotice />}
        {isRestLost && <LostRest onRetry={loadAfterStart} />}
        <Start onReady={ready}>
          <Routes>
            {routes.map((route) => (
              <Route
                key={route.path}
                path={route.path}
                element={<RouteScreen route={route} onReady={ready} />}
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

/** A route in its frame. A path with an id that no row has, such as `/order/abc`, is an unknown path. */
function RouteScreen({ route, onReady }: { route: AppRoute; onReady: () => void }) {
  const { id } = useParams()
  const isUnknown = id !== undefined && parseId(id) === undefined
  const { path, element, load: _, screen = path, ...around } = isUnknown ? unknownPath : route
  return (
    <Shell {...around} screen={screen}>
      {element}
      <FirstScreenReady onReady={onReady} />
    </Shell>
  )
}

/** Banner shown if the parts after the start fail to load, because no dialog or toast works without them. */
function LostRest({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <RetryBanner text={t('lost.title')} onRetry={onRetry} />
}
