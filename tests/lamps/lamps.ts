import type { Finding } from '#services/cli/checks/result.ts'
import { type Client, initDataOf } from '#tests/chaos/client.ts'
import { newOrder } from '#tests/chaos/journey.ts'
import { runCli } from '#tests/cli/call.ts'
import type { World } from '#tests/support/servers/world.ts'
import type { Prometheus } from './prometheus.ts'

/** Troubles that an operator and a user are told of at one moment. Each list is sorted, and is empty where nothing is wrong. */
export interface Lamps {
  /** Processes that are not ready at their own door, with the parts that are away: `workers: redis`. */
  readiness: string[]
  /** Subjects of the findings of `otklik doctor` that are not well. */
  doctor: string[]
  /** First lines of the messages in the operators' chat since the given moment. */
  chat: string[]
  /** Alerts of Prometheus whose condition holds; undefined without a Prometheus. */
  alerts?: string[] | undefined
  /** Acts of a user that do not succeed, with what the app is answered: `create: 503 unavailable`. */
  user: string[]
}

const patienceMs = 8000
const processNames = ['api', 'bot', 'workers'] as const

export async function readLamps(
  world: World,
  client: Client,
  prometheus: Prometheus | undefined,
  chatBefore: number,
): Promise<Lamps> {
  const [readiness, doctor, chat, alerts, user] = await Promise.all([
    readReadiness(world),
    askDoctor(world),
    readChat(world, chatBefore),
    prometheus?.alerts(),
    tryActs(world, client),
  ])
  return { readiness, doctor, chat, alerts, user }
}

async function readReadiness({ operations }: World): Promise<string[]> {
  const answers = processNames.map(async (name) => {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(`${operations[name]}/health/ready`, { signal }).catch(() => undefined)
    if (!answer) return `${name}: no answer`
    const { status, ...parts } = (await answer.json()) as { status: string } & Record<string, unknown>
    const away = Object.keys(parts).filter((part) => parts[part] === false)
    return status === 'ok' ? undefined : `${name} ${status}: ${away.join(', ')}`
  })
  return (await Promise.all(answers)).filter((line) => line !== undefined)
}

async function askDoctor({ env, owner_url }: World): Promise<string[]> {
  const { data } = await runCli(['doctor'], { ...env, DATABASE_OWNER_URL: owner_url } as Record<
    string,
    string
  >)
  if (!data.findings) return [String(data.error)]
  const troubled = (data.findings as Finding[]).filter(({ state }) => state !== 'ok')
  return [...new Set(troubled.map(({ about }) => about))].toSorted()
}

type ChatMessage = { message_id: number; text?: string }
const readMessages = ({ telegram, env }: World) =>
  telegram.get<ChatMessage[]>(`/messages?chat_id=${env.OPS_CHAT_ID}`)

/** @returns the id of the newest message in the operators' chat */
export async function lastChatMessage(world: World): Promise<number> {
  return (await readMessages(world)).at(-1)?.message_id ?? 0
}

async function readChat(world: World, before: number): Promise<string[]> {
  const messages = await readMessages(world)
  return messages
    .filter(({ message_id }) => message_id > before)
    .map(({ text = '' }) => text.split('\n')[0] ?? '')
}

/** Opens the app, reads the orders, writes a draft of an order and uploads a file. */
async function tryActs(world: World, { telegram_id, authorization }: Client): Promise<string[]> {
  const headers = { authorization, 'content-type': 'application/json' }
  const post = (body: object) => ({ headers, body: JSON.stringify(body) })
  const form = new FormData()
  form.append('file', new Blob(['Бриф']), 'brief.txt')
  const acts: [name: string, path: string, () => RequestInit | Promise<RequestInit>][] = [
    [
      'log in',
      '/auth/login',
      async () => ({ headers: { authorization: await initDataOf(world, telegram_id) } }),
    ],
    ['read', '/api/projects', () => post({ filters: {}, pagination: { page: 1, per_page: 5 } })],
    ['write', '/api/projects/create', () => post(newOrder(`Заказ ${crypto.randomUUID()}`))],
    ['upload', '/api/files/upload', () => ({ headers: { authorization }, body: form })],
  ]
  const outcomes = acts.map(async ([name, path, request]) => {
    const signal = AbortSignal.timeout(patienceMs)
    const init = { method: 'POST', signal, ...(await request()) }
    const answer = await fetch(`${world.api}${path}`, init).catch(() => undefined)
    if (!answer) return `${name}: no answer`
    // The acts are repeated until everything is well, so the limits of one person may refuse them.
    if (answer.ok || answer.status === 429) return undefined
    const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string }
    return `${name}: ${answer.status} ${code}`
  })
  return (await Promise.all(outcomes)).filter((line) => line !== undefined)
}
