import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listNewest } from '#services/listings/author/guest-view.ts'
import { openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'

const api = await openApi()
const publicFields = {
  title: 'Каталог $& запчастей $` на 300 позиций $$',
  subtitle: 'Цена до $1, $& и $` рублей, <b>«жирный»</b> текст & знаки',
}
const draftTitle = 'Черновик, которого никто не видит'
let publishedId: number
let draft: number
beforeAll(async () => {
  publishedId = (await publishedOrder(api, publicFields)).order.id
  draft = (await draftOrder(api, { title: draftTitle })).order.id
})

async function openPage(url: string, headers: Record<string, string> = {}) {
  const reply = await api.server.inject({ url, headers: { accept: 'text/html', ...headers } })
  expect(reply.statusCode).toBe(200)
  return reply
}

/** Loads a page until it contains rendered content. At first, a busy server answers with the page without content. */
async function openScreen(url: string, headers?: Record<string, string>) {
  await expect
    .poll(async () => (await openPage(url, headers)).body, { timeout: 10_000 })
    .toContain('id="first"')
  return openPage(url, headers)
}

test.each(['/', '/search/personal', '/?tgWebAppStartParam=page_search-personal', '/?startapp=anything'])(
  '%s comes with its first cards, as anybody may see them',
  async (address) => {
    const { body } = await openScreen(address)
    expect(body).toContain('data-path="/search/personal" lang="ru" inert')
    expect(body).toContain('300\u00a0позиций')
    expect(body).toContain('&lt;b&gt;«жирный»&lt;/b&gt;')
    expect(body).toContain('$1, $&amp; и')
    expect(body).toContain('$` рублей')
    expect(body).toContain('Каталог $&amp; запчастей $` на')
    expect(body).toContain('300\u00a0позиций $$')
    expect(body.match(/<div id="root">/g)).toHaveLength(1)
    expect(body).not.toContain(draftTitle)
    expect(body).not.toContain('.null')
  },
)

test.each([
  ['its address', () => `/order/${publishedId}`],
  [
    'two links, of which that of Telegram counts',
    () => `/?startapp=page_faq&tgWebAppStartParam=page_order___orderId_${publishedId}`,
  ],
  ['a link', () => `/?tgWebAppStartParam=page_order___orderId_${publishedId}`],
])('an order opened by %s comes with its text', async (_link, address) => {
  const { body } = await openScreen(address())
  expect(body).toContain(`data-path="/order/${publishedId}"`)
  expect(body).toContain('300\u00a0позиций')
  await expectStyles(body)
})

test.each([
  ['that is not published', () => `/order/${draft}`],
  ['that does not exist', () => '/order/999999'],
  ['of the other kind', () => `/vacancy/${publishedId}`],
])('a listing %s leaves the page empty', async (_kind, address) => {
  const { body } = await openPage(address())
  expect(body).not.toContain('id="first"')
  expect(body).not.toContain(draftTitle)
})

test('the first cards need no inline style, and the guard of the page is the only inline script', async () => {
  const { body, headers } = await openScreen('/')
  expect(body).not.toMatch(/<[^>]+ style=/)
  const [guard, ...otherScripts] = body.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)
  expect(otherScripts).toEqual([])
  expect(guard?.index).toBeLessThan(body.indexOf('<script src='))
  const hash = createHash('sha256')
    .update(guard?.[1] ?? '')
    .digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(body).not.toMatch(/ on[a-z]+=/)
})

test('every style sheet that the cards need is named in the page', async () => {
  await expectStyles((await openScreen('/')).body)
})

test('what the first paint waits for is named before the page is read, as the page names it', async () => {
  const { headers, body } = await openPage('/profile')
  const [, script] = /<script src="([^"]+)"/.exec(body) ?? []
  const [, stylesheetUrl] = /<link rel="stylesheet" crossorigin href="([^"]+)"/.exec(body) ?? []
  expect(headers.link).toBe(
    `<${script}>; rel=preload; as=script, <${stylesheetUrl}>; rel=preload; as=style; crossorigin`,
  )
  expect(body.indexOf(`${stylesheetUrl}`)).toBeLessThan(body.indexOf('<script type="module"'))
})

async function expectStyles(body: string): Promise<void> {
  const sheets = [...body.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
  const css = await Promise.all(sheets.map(async (url) => (await api.server.inject({ url: url ?? '' })).body))
  const usedClasses = new Set(
    [...body.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names?.split(' ') ?? []),
  )
  // The CSS class of a style module begins with the file's name and a hyphen. The class of an icon begins with the name
  // of the icon library.
  const modules = [...usedClasses].filter((name) => name.includes('-') && !name.startsWith('lucide-'))
  expect(modules.length).toBeGreaterThan(10)
  expect(modules.filter((name) => !css.some((sheet) => sheet.includes(`.${name}`)))).toEqual([])
}

test('English readers get English words', async () => {
  const { body } = await openScreen('/', { 'accept-language': 'en-GB,en;q=0.9' })
  expect(body).toContain('lang="en" inert')
  expect(body).toContain('For you')
})

test.each([
  '/listings',
  '/profile',
  '/?startapp=page_profile',
  '/?startapp=page_search-personal&tgWebAppStartParam=page_faq',
])('%s comes empty', async (address) => {
  expect((await openPage(address)).body).not.toContain('id="first"')
})

test('who finds the database held up gets the plain page, who asks after it the drawn one', async () => {
  const { id } = (await publishedOrder(api, publicFields)).order
  await api.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table listings in access exclusive mode`.execute(tx)
    expect((await openPage(`/order/${id}`)).body).not.toContain('id="first"')
  })
  const renderOrder = async () => (await openPage(`/order/${id}`)).body
  // This timeout is shorter than the time for which the server caches a page.
  await expect.poll(renderOrder, { timeout: 3000 }).toContain(`data-path="/order/${id}"`)
})

test('the page is packed for those who can unpack it', async () => {
  await openScreen('/')
  const reply = await openPage('/', { 'accept-encoding': 'gzip, br' })
  expect(reply.headers['content-encoding']).toBe('br')
  expect(reply.headers.vary).toContain('Accept-Encoding')
  expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('300\u00a0позиций')
})

test('what the server renders with is not given out', async () => {
  const reply = await api.server.inject({ url: '/.server/first-html.js' })
  expect(reply.statusCode).toBe(404)
})

test('the first cards are the five orders that came into the list last, a renewed one as new', async () => {
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push((await publishedOrder(api)).order.id)
  const [renewed = 0, oldest, ...others] = ids
  const renewed_at = new Date(api.ctx.now().getTime() + 1000).toISOString()
  await placeRows(api.owner, 'listings', { id: renewed }, { renewed_at })
  const { projects } = await listNewest(api.ctx, 'ru')
  expect(projects.map(({ id }) => id)).toEqual([renewed, ...others.toReversed()])
  expect(projects.map(({ id }) => id)).not.toContain(oldest)
})
