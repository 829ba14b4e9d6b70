import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { people } from '#tests/support/screens/screen-scenes.ts'
import { screens } from '#tests/support/screens/screens.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

const showroom = await openShowroom()

/**
 * Patterns that match the Russian texts of the mini-app. Placeholders match any name or amount. The bot's texts do not
 * stand on its screens, and one of them begins as many sentences of people do.
 */
const russian = globSync('contract/texts/ru/!(bot).json')
  .flatMap((file) => Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
  .filter((text) => /[а-яё]{3}/i.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
  .map((text) => {
    const literals = text
      .split(/\{\{\w+\}\}/)
      .map((fragment) => fragment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${literals.join('.*').replaceAll(/\s/g, '\\s')}$`)
  })

/** Returns every Russian text on a page, including labels for screen readers. */
const readTexts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walk.nextNode()) found.push(walk.currentNode.textContent.trim())
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(one.getAttribute(name) ?? '')
    return found.filter((text) => /[а-яё]/i.test(text))
  })()`)

test('an English moderator reads English on every screen of the admin area, beside what people wrote', async () => {
  const adminScreens = screens.filter(
    ({ name, person }) => name.startsWith('admin-') && person === people.admin,
  )
  expect(adminScreens.length).toBeGreaterThan(15)
  const viewOptions = { theme: 'light', language: 'en', width: 1280, height: 900 } as const
  const { page, go, close, complaints } = await showroom.open(people.admin, viewOptions)
  const listings = await showroom.api.ctx.db.selectFrom('listings').select('title').execute()
  const withoutTitles = (text: string) => listings.reduce((text, { title }) => text.replace(title, ''), text)
  const untranslated: string[] = []
  for (const { name, path, act } of adminScreens) {
    await go(typeof path === 'string' ? path : await path(showroom))
    await act?.(page)
    for (const text of (await readTexts(page)).map(withoutTitles))
      if (russian.some((pattern) => pattern.test(text))) untranslated.push(`${name}: ${text}`)
  }
  await go('/admin-panel/projects')
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Why reject it?' }).getByText('Unclear task').waitFor()
  expect(untranslated).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
