import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { getPublicListing, listNewest } from '#services/listings/author/guest-view.ts'
import type { Collection } from '#services/listings/collection/recommendations.ts'
import type { OrderReply, VacancyReply } from '#services/listings/page/fields.ts'
import { type Links, openLinks } from './screen-links.ts'

/** Exports of `.server/first-html.js`, which the build makes from web/first-html/render.tsx. */
type Renderer = {
  renderFeed(language: Language, listings: Collection): string
  renderListing(language: Language, listing: OrderReply | VacancyReply): string
}

const cacheMs = 5000
const maxCached = 200
const renderTimeoutMs = 300
const feedPath = '/search/personal'
const listingPath = /^\/(order|vacancy)\/([1-9]\d{0,15})$/

const brotli = promisify(brotliCompress)
/** Compressing a page of cards with Brotli quality 5 takes about 1 ms. With the best quality it would take 50 ms. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Page = { text: string; brotli: Buffer }
/**
 * Returns the mini-app's HTML page. For the address of the feed or of a listing, the page already contains the rendered
 * cards or the rendered listing.
 */
export type FirstHtml = (address: string, language: Language) => Promise<Page>

/**
 * A cached rendering of a page. `page` resolves to the rendered page; `fallback` resolves to the page without content
 * after a timeout. The client gets the page whose promise settles first.
 */
type Rendering = { until: number; page: Promise<Page>; fallback: Promise<Page> }

const compress = async (text: string): Promise<Page> => ({ text, brotli: await brotli(text, quality) })

export async function openFirstHtml(ctx: Context, dist: string): Promise<FirstHtml> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const plain = await compress(html)
  const file = pathToFileURL(join(dist, '.server/first-html.js')).href
  const { renderFeed, renderListing } = (await import(file)) as Renderer
  const linksTo = openLinks(dist)
  const links = inEachLanguage((language) => linksIn(language, linksTo))
  const cache = new Map<string, Rendering>()

  const compose = (path: string, language: Language, screen: string, head: string) =>
    compress(
      html
        .replace('</head>', () => `${head}</head>`)
        .replace(
          '<div id="root">',
          (root) => `<div id="first" data-path="${path}" lang="${language}" inert>${screen}</div>${root}`,
        ),
    )
  const renderPage = async (path: string, language: Language): Promise<Page> => {
    if (path === feedPath)
      return compose(
        path,
        language,
        renderFeed(language, await listNewest(ctx, language)),
        links[language].feed,
      )
    const [, kind, id] = listingPath.exec(path) as unknown as [string, ListingKind, string]
    const listing = await getPublicListing(ctx, kind, Number(id), language)
    return compose(path, language, renderListing(language, listing), links[language][kind])
  }
  const fallBackToPlain = (reason: string): Page => {
    ctx.log.warn({ reason }, 'first html left empty')
    return plain
  }
  const startRendering = (path: string, language: Language): Rendering => {
    let isDrawn = false
    const page = renderPage(path, language)
      .catch((error: Error) => (error instanceof AppError ? plain : fallBackToPlain(error.message)))
      .finally(() => {
        isDrawn = true
      })
    const fallback = delay(renderTimeoutMs, undefined, { ref: false }).then(() =>
      isDrawn ? plain : fallBackToPlain('the database was too slow'),
    )
    return { until: Date.now() + cacheMs, page, fallback }
  }
  return async (address, language) => {
    const path = pathFor(address)
    if (path !== feedPath && !listingPath.test(path)) return plain
    const cacheKey = `${language} ${path}`
    let rendering = cache.get(cacheKey)
    if (!rendering || rendering.until <= Date.now()) {
      rendering = startRendering(path, language)
      if (cache.size >= maxCached) cache.clear()
      cache.set(cacheKey, rendering)
    }
    // A slow or missing database must not delay the page. After a timeout the client gets the page without rendered
    // content, which works too. Later requests get the rendered page from the cache.
    return Promise.race([rendering.page, rendering.fallback])
  }
}

/**
 * Preload links for each screen's lazily loaded scripts and texts. The links must match the imports in
 * web/app/routes.tsx.
 */
function linksIn(language: Language, linksTo: Links) {
  const links = (areas: string[], ...screens: string[]) =>
    linksTo([...screens, ...areas.map((area) => `../contract/texts/${language}/${area}.json`)])
  const areas = ['app', 'rest', 'errors', 'deals']
  return {
    feed: links(['app']),
    order: links(areas, 'screens/order.tsx'),
    vacancy: links(areas, 'screens/vacancy.tsx'),
  }
}

/** Path of the screen that the mini-app opens for a URL, deep links included. Empty for an invalid URL. */
function pathFor(address: string): string {
  const url = URL.parse(`http://app${address}`)
  if (!url) return ''
  const { pathname, searchParams } = url
  const link = searchParams.get('tgWebAppStartParam') ?? searchParams.get('startapp')
  if (link) return pathOf(parseStartParam(link))
  return pathname === '/' ? feedPath : pathname
}
