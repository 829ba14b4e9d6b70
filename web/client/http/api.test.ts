import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const token = (sub: number) =>
  `x.${Buffer.from(JSON.stringify({ sub: String(sub) })).toString('base64url')}.y`
const login = () => ({
  tokens: { access_token: token(5), expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  user: { id: 5, telegram_id: 7000000001 },
})
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const problem = (status: number, code: string) =>
  json(status, { statusCode: status, code, message: '', details: null, request_id: 'r1' })

type Sent = { url: string; headers: Headers }
let sentRequests: Sent[]
let answers: (() => Response | Promise<Response>)[]

/** Returns a fresh instance of the API client, as after opening the app. */
async function openApp() {
  vi.resetModules()
  vi.stubGlobal('window', {
    otklik: { launch: { initData: 'user=1', userId: 7000000001, isFresh: true }, startedAt: 0, login: null },
    localStorage: { getItem: () => 'ru' },
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  return import('./api.ts')
}

beforeEach(() => {
  sentRequests = []
  answers = []
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(url: string, init: RequestInit) {
        super(new URL(url, 'https://app.test'), init)
      }
    },
  )
  vi.stubGlobal('fetch', async (target: Request | string, init?: RequestInit) => {
    const request = target instanceof Request ? target : new Request(target, init)
    const { pathname, search } = new URL(request.url)
    sentRequests.push({ url: pathname + search, headers: request.headers })
    if (pathname === '/auth/login') return json(200, login())
    return (answers.shift() ?? (() => json(200, {})))()
  })
})
afterEach(() => void vi.unstubAllGlobals())

const paths = () => sentRequests.map(({ url }) => url)

test('calls that start together share one login', async () => {
  const { api } = await openApp()
  await Promise.all([api('GET /api/all_categories'), api('GET /api/all_terms')])
  expect(paths().filter((path) => path === '/auth/login')).toHaveLength(1)
})

test('values go into the path and the query', async () => {
  const { api } = await openApp()
  await api('GET /api/projects/:id/full_info', { params: { id: 7 } })
  await api('POST /api/users/change_user_spec/:id', { params: { id: 5 }, query: { category_id: 3 } })
  expect(paths().slice(1)).toEqual([
    '/api/projects/7/full_info',
    '/api/users/change_user_spec/5?category_id=3',
  ])
})

test('a refused token is replaced once without an error', async () => {
  const { api } = await openApp()
  answers = [() => problem(401, 'session_expired'), () => json(200, [{ id: 1 }])]
  await expect(api('GET /api/all_categories')).resolves.toEqual([{ id: 1 }])
  expect(paths()).toEqual(['/auth/login', '/api/all_categories', '/auth/login', '/api/all_categories'])
})

test('a second refusal reaches the caller with its code and request', async () => {
  const { api } = await openApp()
  answers = [() => problem(401, 'unauthenticated'), () => problem(401, 'unauthenticated')]
  await expect(api('GET /api/all_categories')).rejects.toMatchObject({
    code: 'unauthenticated',
    status: 401,
    requestId: 'r1',
  })
})

test('a retried creation keeps its idempotency key, a later one gets a new key', async () => {
  const { api } = await openApp()
  const order = { project_add: { title: 'Logo', subtitle: 'A logo for a shop', category_id: 1 } }
  const createOrder = () => api('POST /api/projects/create', { body: order })
  answers = [() => Promise.reject(new TypeError('network')), () => json(200, {}), () => json(200, {})]
  await expect(createOrder()).rejects.toMatchObject({ code: 'offline', isTemporary: true })
  await createOrder()
  await createOrder()
  const keys = sentRequests.slice(1).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test.each(['ru', 'en'] as const)(
  'what the start script asked for in Russian is taken only while %s is spoken',
  async (language) => {
    const { api } = await openApp()
    const { bootState } = await import('#web/start/boot-state.ts')
    ;(await import('#web/client/i18n-runtime.ts')).translations.setLanguage(language)
    const body = { limit: 20, offset: 0 }
    bootState.firstData = {
      content: `POST /api/users/freelancer_jobs ${JSON.stringify({ body })}`,
      language: 'ru',
      reply: Promise.resolve(json(200, { user_category_name: 'Дизайн' })),
    }
    answers = [() => json(200, { user_category_name: 'Design' })]
    const { user_category_name } = await api('POST /api/users/freelancer_jobs', { body })
    expect(user_category_name).toBe(language === 'ru' ? 'Дизайн' : 'Design')
  },
)

test('a response that is not JSON is a temporary server error', async () => {
  const { api } = await openApp()
  answers = [() => new Response('<html>', { status: 502 })]
  await expect(api('GET /api/all_categories')).rejects.toMatchObject({
    code: 'unavailable',
    isTemporary: true,
  })
})
