import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { queryClient } from '#web/query.ts'
import { FirstScreenReady } from './first-screen-ready.tsx'
import { routes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { Start } from './start.tsx'

const OverlayHost = lazy(() => import('#web/ui/overlay-host.tsx'))

export function App() {
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Start onReady={ready}>
          <Routes>
            {routes.map(({ path, element, ...around }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Shell {...around}>
                    {element}
                    <FirstScreenReady onReady={ready} />
                  </Shell>
                }
              />
            ))}
          </Routes>
        </Start>
        {/* Dialogs, sheets and toasts come after the first screen. */}
        {isReady && (
          <Suspense>
            <OverlayHost />
          </Suspense>
        )}
      </BrowserRouter>
    </QueryClientProvider>
  )
}
