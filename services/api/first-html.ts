import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { parseStartParam, pathOf } from '#contract/deep-links.ts'
import type { Language } from '#contract/options.ts'
import type { Context } from '#services/context.ts'
import type { Collection } from '#services/listings/collection.ts'
import { listShowcase } from '#services/listings/showcase.ts'
import { linksTo } from './screen-links.ts'

/** What the build leaves in `.server/first-html.js` (web/first-html/render.tsx). */
type Renderer = { renderFeed(language: Language, listings: Collection): string }

const keepMs = 5000
const patienceMs = 300
const feedPath = '/search/personal'

const brotli = promisify(brotliCompress)
/** About 1 ms for a page of cards; the best ratio would take 50. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type Page = { text: string; brotli: Buffer }
/** The page for an address: the built one, with its first cards in it where the address allows. */
export type FirstHtml = (address: string, language: Language) => Promise<Page>

const packed = async (text: string): Promise<Page> => ({ text, brotli: await brotli(text, quality) })

export async function openFirstHtml(ctx: Context, dist: string): Promise<FirstHtml> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const plain = await packed(html)
  const { renderFeed } = (await import(pathToFileURL(join(dist, '.server/first-html.js')).href)) as Renderer
  const head = linksTo('screens/search.tsx', dist)
  const kept = new Map<Language, { until: number; page: Promise<Page> }>()

  const feed = async (language: Language) => {
    const cards = renderFeed(language, await listShowcase(ctx, language))
    const page = html
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root">', (root) => `<div id="first" ${about(language)}>${cards}</div>${root}`)
    return packed(page)
  }
  return async (address, language) => {
    if (pathFor(address) !== feedPath) return plain
    const known = kept.get(language)
    if (known && known.until > Date.now()) return known.page
    // The plain page works as well: neither a slow nor an absent database may hold it up.
    const page = Promise.race([feed(language), tooLate()]).catch((error: Error) => {
      ctx.log.warn({ reason: error.message }, 'first html without cards')
      return plain
    })
    kept.set(language, { until: Date.now() + keepMs, page })
    return page
  }
}

const about = (language: Language) => `data-path="${feedPath}" lang="${language}" inert`

/** Where the mini-app will go: the deep link of the address, else its path. */
function pathFor(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://app')
  const link = searchParams.get('tgWebAppStartParam') ?? searchParams.get('startapp')
  if (link) return pathOf(parseStartParam(link))
  return pathname === '/' ? feedPath : pathname
}

async function tooLate(): Promise<never> {
  await delay(patienceMs, undefined, { ref: false })
  throw new Error('the database was too slow')
}
