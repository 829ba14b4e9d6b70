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

/** What the build leaves in `.server/first-html.js` (web/first-html/render.tsx). */
type Renderer = {
  renderFeed(language: Language, listings: Collection): string
  renderListing(language: Language, listing: OrderReply | VacancyReply): string
}

const keepMs = 5000
const mostKept = 200
const patienceMs = 300
const feedPath = '/search/personal'
const listingPath = /^\/(order|vacancy)\/([1-9]\d{0,15})$/

const brotli = promisify(brotliCompress)
/** About 1 ms for a page of cards; the best ratio would take 50. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Page = { text: string; brotli: Buffer }
/** The page for an address: the built one, with its first cards or its listing in it where the address allows. */
export type FirstHtml = (address: string, language: Language) => Promise<Page>

/** A page that is being drawn, and the plain one that is given out when its time is over; the first settled wins. */
type Drawing = { until: number; drawn: Promise<Page>; late: Promise<Page> }

const packed = async (text: string): Promise<Page> => ({ text, brotli: await brotli(text, quality) })

export async function openFirstHtml(ctx: Context, dist: string): Promise<FirstHtml> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const plain = await packed(html)
  const file = pathToFileURL(join(dist, '.server/first-html.js')).href
  const { renderFeed, renderListing } = (await import(file)) as Renderer
  const linksTo = openLinks(dist)
  const links = inEachLanguage((language) => linksIn(language, linksTo))
  const kept = new Map<string, Drawing>()

  const compose = (path: string, language: Language, screen: string, head: string) =>
    packed(
      html
        .replace('</head>', () => `${head}</head>`)
        .replace(
          '<div id="root">',
          (root) => `<div id="first" data-path="${path}" lang="${language}" inert>${screen}</div>${root}`,
        ),
    )
  const draw = async (path: string, language: Language): Promise<Page> => {
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
  const leaveEmpty = (reason: string): Page => {
    ctx.log.warn({ reason }, 'first html left empty')
    return plain
  }
  const begin = (path: string, language: Language): Drawing => {
    let isDrawn = false
    const drawn = draw(path, language)
      .catch((error: Error) => (error instanceof AppError ? plain : leaveEmpty(error.message)))
      .finally(() => {
        isDrawn = true
      })
    const late = delay(patienceMs, undefined, { ref: false }).then(() =>
      isDrawn ? plain : leaveEmpty('the database was too slow'),
    )
    return { until: Date.now() + keepMs, drawn, late }
  }
  return async (address, language) => {
    const path = pathFor(address)
    if (path !== feedPath && !listingPath.test(path)) return plain
    const name = `${language} ${path}`
    let drawing = kept.get(name)
    if (!drawing || drawing.until <= Date.now()) {
      drawing = begin(path, language)
      if (kept.size >= mostKept) kept.clear()
      kept.set(name, drawing)
    }
    // A slow or absent database must not delay the page: the plain one works too, and later requests get the drawn one.
    return Promise.race([drawing.drawn, drawing.late])
  }
}

/** What each screen loads lazily, with its texts as web/app/routes.tsx asks for them. */
function linksIn(language: Language, linksTo: Links) {
  const links = (areas: string[], ...screens: string[]) =>
    linksTo([...screens, ...areas.map((area) => `../contract/texts/${language}/${area}.json`)])
  const areas = ['app', 'rest', 'errors', 'deals']
  return {
    feed: links(['app']),
    order: links(areas, 'screens/order.tsx'),
    vacancy: links([...areas, 'vacancies'], 'screens/vacancy.tsx'),
  }
}

/** Where the mini-app will go: the deep link of the address, else its path; nowhere for what is no address. */
function pathFor(address: string): string {
  const url = URL.parse(`http://app${address}`)
  if (!url) return ''
  const { pathname, searchParams } = url
  const link = searchParams.get('tgWebAppStartParam') ?? searchParams.get('startapp')
  if (link) return pathOf(parseStartParam(link))
  return pathname === '/' ? feedPath : pathname
}
