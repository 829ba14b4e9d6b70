import { QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import type { Language } from '#contract/options.ts'
import en from '#contract/texts/en/app.json' with { type: 'json' }
import ru from '#contract/texts/ru/app.json' with { type: 'json' }
import type { ReplyOf } from '#web/api.ts'
import { MainMenu } from '#web/app/main-menu.tsx'
import { collection } from '#web/features/listings/queries.ts'
import { queryClient } from '#web/query.ts'
import SearchScreen from '#web/screens/search.tsx'

export type Collection = ReplyOf<'POST /api/users/freelancer_jobs'>

const words = { ru: wordsOf('ru', ru), en: wordsOf('en', en) }

function wordsOf(language: Language, texts: Record<string, string>) {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  })
  return instance
}

/** The feed as somebody without a speciality would see it, for the first HTML. */
export function renderFeed(language: Language, listings: Collection): string {
  // One thread renders one page at a time: nobody else sees this cache between the two lines.
  queryClient.setQueryData(collection().queryKey, listings)
  const html = renderToString(
    <I18nextProvider i18n={words[language]}>
      <QueryClientProvider client={queryClient}>
        <StaticRouter location="/search/personal">
          <Routes>
            <Route path="/search/:section" element={<SearchScreen />} />
          </Routes>
          <MainMenu />
        </StaticRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  queryClient.clear()
  return html
}
