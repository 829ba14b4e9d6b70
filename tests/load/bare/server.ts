import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { countUnread, listRooms, markRead, sendMessage } from './chat.ts'
import { openCollection } from './collection.ts'
import { openDatabase } from './database.ts'
import { listOrders } from './lists.ts'
import { openLogin } from './login.ts'
import { listFavourites, listOwnResponses, readPage } from './pages.ts'
import { searchPeople } from './people.ts'
import { readReference } from './reference.ts'
import { addFavourite, openResponding } from './responses.ts'

type Env = { DATABASE_URL: string; JWT_SECRETS: string; BOT_TOKEN: string }

/**
 * Answers the calls of the benchmark at minimum cost, with node:http, pg and hand-written SQL. It shares only the copy
 * check of responses with the product. It does not validate input, and it supports one language.
 */
export async function startBareServer(env: Env, port = 0) {
  const { runQuery, runTogether, close } = await openDatabase(env.DATABASE_URL)
  const reference = await readReference(runQuery)
  const collection = openCollection(runQuery, reference)
  const login = openLogin(runQuery, reference, env)
  const respond = await openResponding(runQuery, reference)
  const viewerOf = openTokens(env.JWT_SECRETS)

  // biome-ignore lint/suspicious/noExplicitAny: bodies are believed
  type Route = (viewer: number, body: any, query: URLSearchParams, id: number) => Promise<unknown>
  const size = (query: URLSearchParams) => Number(query.get('per_page') ?? 20)
  const routes: Record<string, Route> = {
    'POST /api/projects': (viewer, body) => listOrders(runQuery, reference, viewer, body),
    'GET /api/projects/:id/full_info': (viewer, _, __, id) => readPage(runQuery, reference, viewer, id),
    'POST /api/users/freelancer_jobs': collection,
    'GET /api/responses': (viewer, _, query) => listOwnResponses(runQuery, reference, viewer, size(query)),
    'POST /api/users/get_all_users': (viewer, body) => searchPeople(runQuery, reference, viewer, body),
    'GET /chat/user_rooms/:id': (viewer) => listRooms(runQuery, reference, viewer),
    'GET /chat/unread': (viewer) => countUnread(runQuery, viewer),
    'GET /favorites/projects': (viewer, _, query) => listFavourites(runQuery, reference, viewer, size(query)),
    'POST /api/projects/add_resp': respond,
    'POST /chat/send_msg': (viewer, body) => sendMessage(runQuery, viewer, body),
    'POST /chat/msg_read': (viewer, _, query) => markRead(runTogether, viewer, Number(query.get('msg_id'))),
    'POST /favorites/add_project': (viewer, { project_id }) => addFavourite(runQuery, viewer, project_id),
  }

  async function answerRequest(
    request: IncomingMessage,
    body: string,
  ): Promise<[status: number, reply: unknown]> {
    const { authorization = '' } = request.headers
    const refusedAnswer: [number, unknown] = [401, { error: 'unauthenticated' }]
    if (request.url === '/auth/login') {
      const session = await login(authorization)
      return session ? [200, session] : refusedAnswer
    }
    const viewer = viewerOf(authorization)
    if (!viewer) return refusedAnswer
    const [path = '', search] = (request.url ?? '').split('?')
    const id = /\/(\d+)(?=\/|$)/.exec(path)?.[1]
    const route = routes[`${request.method} ${id ? path.replace(id, ':id') : path}`]
    if (!route) return [404, { error: 'not_found' }]
    const query = new URLSearchParams(search)
    const reply = await route(viewer, body ? JSON.parse(body) : undefined, query, Number(id))
    return reply === undefined ? [404, { error: 'not_found' }] : [200, reply]
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => (body += chunk))
    request.on('end', async () => {
      const [status, reply] = await answerRequest(request, body).catch((error: Error): [number, unknown] => [
        500,
        { error: error.message },
      ])
      const bytes = Buffer.from(JSON.stringify(reply))
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
      response.end(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port, close: () => stopServer(server, close) }
}

async function stopServer(server: Server, close: () => Promise<void>): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await close()
}

/** Verifies session tokens of the product by their signature, and caches the verified ones. */
function openTokens(secrets: string): (authorization: string) => number | undefined {
  const keys = new Map(secrets.split(',').map((pair) => pair.split(/:(.*)/s) as [string, string]))
  const viewerOfToken = new Map<string, number>()
  const decodePart = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
  return (authorization) => {
    const cachedViewer = viewerOfToken.get(authorization)
    if (cachedViewer) return cachedViewer
    const [header, payload, signature] = authorization.slice('Bearer '.length).split('.')
    if (!signature) return undefined
    const key = keys.get(decodePart(header).kid) ?? ''
    const expectedSignature = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url')
    const { sub, exp } = decodePart(payload)
    if (expectedSignature !== signature || exp * 1000 < Date.now()) return undefined
    viewerOfToken.set(authorization, Number(sub))
    return Number(sub)
  }
}
