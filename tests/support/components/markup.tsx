import './boot.ts'
import { globSync, readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import type { Language } from '#contract/languages.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'

/** Makes the mini-app speak a language, with all of its texts. */
export function speak(language: Language): void {
  for (const file of globSync(`contract/texts/${language}/*.json`))
    translations.add(language, JSON.parse(readFileSync(file, 'utf8')))
  translations.setLanguage(language)
}
speak('ru')

/** Returns the HTML of a component of the mini-app, on a page with this address. */
export const markupOf = (content: ReactNode, address = '/') =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>{content}</MemoryRouter>
    </QueryClientProvider>,
  )

/** Returns the visible text of a component on one line. */
export const textOf = (content: ReactNode) =>
  markupOf(content)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** Returns the visible text of a component, with «|» for each border between its elements. */
export const piecesOf = (content: ReactNode) => markupOf(content).replace(/(<[^>]*>)+/g, '|')
