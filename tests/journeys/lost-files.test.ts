import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sceneOf } from '#tests/support/api/file-scenes.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { openShowroom } from '#tests/support/screens/showroom.ts'

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[]; isDynamicEntry?: true }

const dist = path.join(import.meta.dirname, '../../web/dist')

/** A script or a style sheet of the built mini-app. */
type BuiltFile = {
  name: string
  /** Sources that are loaded later and need this file; empty if the start of the mini-app needs it. */
  neededBy: string[]
}

/** Returns all scripts and style sheets of the built mini-app, from the build's manifest and from the page. */
function builtFiles(): BuiltFile[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
  )
  const collectClosure = (name: string, collected = new Set<string>()) => {
    const chunk = manifest[name]
    if (!chunk || collected.has(chunk.file)) return collected
    collected.add(chunk.file)
    for (const stylesheet of chunk.css ?? []) collected.add(stylesheet)
    for (const imported of chunk.imports ?? []) collectClosure(imported, collected)
    return collected
  }
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  )
  const filesOf = new Map(first.map((name) => [name, [] as string[]]))
  for (const [source, { isDynamicEntry }] of Object.entries(manifest))
    if (isDynamicEntry)
      for (const name of collectClosure(source))
        if (!first.includes(name)) filesOf.set(name, [...(filesOf.get(name) ?? []), source])
  return [...filesOf].map(([name, neededBy]) => ({ name, neededBy }))
}

const showroom = await openShowroom()

const files = builtFiles()
/** Removes the hash from a built file's name, because the hash changes with every build. */
const withoutHash = (name: string) => name.replace(/^assets\/(.*)-[\w-]{7,8}(\.\w+)$/, '$1$2')

/** State of the page as a person sees it: blank, loading, stuck or usable. */
const pageState = `(() => {
  const isStarted = document.documentElement.matches('.started')
  const scope = isStarted ? document.body : (document.getElementById('loader') ?? document.body)
  const isSeen = (element) => element.checkVisibility() && element.closest('[inert], [aria-hidden=true]') === null
  const pressable = [...scope.querySelectorAll('button:not([disabled]), a[href], input, textarea')].filter(isSeen)
  const waiting = '[data-skeleton], main[aria-busy], [aria-busy] > [data-turning]'
  // The product binds short words with spaces that do not break.
  const text = scope.innerText.replace(/\\s/g, ' ')
  const isLost = /Часть приложения не догрузилась|Не получилось загрузить|did not load|could not be loaded/.test(text)
  return {
    isWhite: text.trim() === '' && pressable.length === 0,
    // Some screens only tell something; Telegram leads back from them.
    isStuck: (!isStarted || isLost) && pressable.length === 0,
    isWaiting: isStarted && location.pathname !== '/ui' && document.querySelector(waiting) !== null,
    isLost,
    blames: /с нашей стороны|on our side/.test(text),
  }
})()`
type PageState = { isWhite: boolean; isStuck: boolean; isWaiting: boolean; isLost: boolean; blames: boolean }

const patienceMs = 20_000

/**
 * Longest time in milliseconds until a lost file is reported. The app tries three times to load a file, and again three
 * times if the file was preloaded.
 */
const toldWithinMs = 15_000

/** Waits until the page no longer changes, or until the timeout. */
async function waitUntilSettled(
  page: Page,
  isLost: boolean | undefined,
  timeoutMs = patienceMs,
): Promise<PageState> {
  const readState = () => page.evaluate<PageState>(pageState).catch(() => null)
  const settled = eventually(async () => {
    const state = await readState()
    const isDone = state && !state.isWhite && !state.isStuck && !state.isWaiting
    return isDone && (isLost === undefined || state.isLost === isLost) && state
  }, timeoutMs)
  return settled.catch(() => eventually(readState))
}

const healthyScreen = { isWhite: false, isStuck: false, isWaiting: false, blames: false }

type FileLoss = { count: number; until: number }

/**
 * Fails if the browser never requested the file. After a change of the product, the screen may no longer need that
 * file.
 */
async function waitUntilRequested(loss: FileLoss): Promise<void> {
  await eventually(() => loss.count > 0, patienceMs)
}

async function openScreenWithoutFile(
  { name, neededBy }: BuiltFile,
  times: number,
  check: (page: Page, loss: FileLoss, act: ReturnType<typeof sceneOf>['act']) => Promise<void>,
): Promise<void> {
  // Prefers the source of a screen among the sources that need the file, because a test can open a screen by its
  // address.
  const source = neededBy.find((one) => /screens\//.test(one)) ?? neededBy[0]
  const { person, path, act, language } = sceneOf(source)
  const loss: FileLoss = { count: 0, until: times }
  const loseFiles = (context: BrowserContext) =>
    context.route(`**/${name}`, (route) => (loss.count++ < loss.until ? route.abort() : route.continue()))
  const pagePath = typeof path === 'string' ? path : await path(showroom)
  const page = await showroom.begin(person, { theme: 'light', language }, pagePath, loseFiles)
  await check(page, loss, act).finally(() => page.context().close())
}

test.concurrent.each(everyNth(20, files).map((file) => ({ file, name: withoutHash(file.name) })))(
  '$name, lost once, comes',
  ({ file }) =>
    openScreenWithoutFile(file, 1, async (page, loss, act) => {
      expect(await waitUntilSettled(page, false)).toEqual({ ...healthyScreen, isLost: false })
      await act?.(page)
      expect(await waitUntilSettled(page, false)).toEqual({ ...healthyScreen, isLost: false })
      await waitUntilRequested(loss)
    }),
)

test.concurrent.each(everyNth(20, files).map((file) => ({ file, name: withoutHash(file.name) })))(
  '$name, lost for good, is told of or not missed, and comes when it can',
  ({ file }) =>
    openScreenWithoutFile(file, Number.POSITIVE_INFINITY, async (page, loss, act) => {
      const first = await waitUntilSettled(page, undefined)
      expect(first).toEqual({ ...healthyScreen, isLost: first.isLost })
      if (!first.isLost) await act?.(page).catch(() => undefined)
      await waitUntilRequested(loss)
      // If the lost file is not important, the page reports nothing. The wait then ends by its timeout.
      const lastState = await waitUntilSettled(page, true, toldWithinMs)
      expect(lastState).toEqual({ ...healthyScreen, isLost: lastState.isLost })
      loss.until = 0
      if (lastState.isLost) {
        const retryButton = page.getByRole('button', {
          name: /^(Загрузить ещё раз|Повторить|Load again|Retry)$/,
        })
        await retryButton.first().click()
        expect(await waitUntilSettled(page, false)).toEqual({ ...healthyScreen, isLost: false })
      }
    }),
)
