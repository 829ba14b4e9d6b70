import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#db/seed.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { isRehearsal } from '#tests/support/run/share.ts'
import { openBrowser } from '#tests/support/screens/browser.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { describeMissedGoals, median } from './goals.ts'
import { appUrl, type Opening, openSlowly } from './slow-phone.ts'

const roundCount = isRehearsal ? 1 : 5
const watchOptions = { person_id: 5_000_000_000_000_031, watchMs: isRehearsal ? 500 : 5000 }
let world: World
let browser: Browser
beforeAll(async () => {
  world = await startWorld({ roles: ['telegram', 'api'] })
  await seed(world.owner_url, { demo: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

/**
 * Serves a static page that shows the same cards as the mini-app: the server's HTML with its style sheets and without
 * scripts.
 */
async function staticPage(): Promise<{ url: string; close(): void }> {
  // If reading the cards takes too long, the server answers without cards. The next request gets them from the server's
  // cache.
  const [page, cards] = await eventually(async () => {
    const text = await (await fetch(`${world.api}/`, { headers: { accept: 'text/html' } })).text()
    const drawn = /<div id="first"[^>]*>(.*?)<\/div><div id="root">/s.exec(text)?.[1]
    return drawn ? ([text, drawn] as const) : undefined
  })
  const styles = [...page.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const headHtml =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
  const html = `<!doctype html><html lang="ru"><head>${headHtml}${links}</head><body>${cards}</body></html>`
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-encoding', 'br')
      return response.end(brotliCompressSync(html))
    }
    const asset = await fetch(`${world.api}${request.url}`, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await asset.arrayBuffer())
    const isText = /css|svg/.test(asset.headers.get('content-type') ?? '')
    response.setHeader('content-type', asset.headers.get('content-type') ?? '')
    if (isText) response.setHeader('content-encoding', 'br')
    return response.end(isText ? brotliCompressSync(body) : body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

function medians(openings: Opening[]) {
  const of = (name: keyof Opening) => median(openings.map((opening) => opening[name] ?? Number.NaN))
  return {
    'KB over the wire': (of('bytes') / 1024).toFixed(0),
    'KB of scripts': (of('script_bytes') / 1024).toFixed(0),
    'LCP ms': of('lcp').toFixed(0),
    'first visible card ms': of('first_card').toFixed(0),
    'TBT ms': of('tbt').toFixed(0),
    CLS: of('cls').toFixed(3),
  }
}

test('the first screen on a slow telephone', async () => {
  const plainPage = await staticPage()
  const urls = { static: () => plainPage.url, app: () => appUrl(world, watchOptions.person_id) }
  const openings: Record<keyof typeof urls, Opening[]> = { static: [], app: [] }
  for (const url of Object.values(urls)) await openSlowly(browser, url(), watchOptions)
  for (let round = 0; round < roundCount; round++)
    for (const name of ['static', 'app'] as const)
      openings[name].push(await openSlowly(browser, urls[name](), watchOptions))
  plainPage.close()
  const { static: bare, app } = openings
  const of = (list: Opening[], name: 'lcp' | 'cls' | 'tbt') => median(list.map((opening) => opening[name]))
  console.table({ 'static HTML of the same cards': medians(bare), 'the mini-app': medians(app) })
  const lcp = of(app, 'lcp') / of(bare, 'lcp')
  console.log(`LCP beside the static page: ${lcp.toFixed(2)}x`)
  const goals = [
    { name: 'LCP beside the static page', is: lcp, limit: 1.25, unit: 'times' },
    { name: 'total blocking time', is: of(app, 'tbt'), limit: 150, unit: 'ms' },
    { name: 'layout shift', is: of(app, 'cls'), limit: 0.01, unit: 'CLS' },
  ]
  expect(describeMissedGoals(goals), 'goals that were missed').toEqual([])
})
