import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '#tests/support/servers/world.ts'

/** A person with the mini-app open. */
export interface Client {
  telegram_id: number
  user_id: number
  authorization: string
  /**
   * Makes an API call and retries until the server answers.
   * @throws if the answer is a refusal
   */
  call<Answer>(path: string, body?: unknown, method?: Method): Promise<Answer>
}

/** A running product that can be reached from outside: the stand-ins around it and its API. */
export type Installation = Pick<World, 'telegram' | 'robokassa' | 'api'>

type Method = 'GET' | 'POST' | 'DELETE'
type Login = { tokens: { access_token: string }; user: { id: number } }

const timeoutMs = 45_000
const retryDelayMs = 100

let lastTelegramId = 7_000_300_000

/** Creates a person who has started the bot and opened the mini-app. */
export async function newClient(world: Installation, first_name: string): Promise<Client> {
  const telegram_id = ++lastTelegramId
  await world.telegram.post('/users', { id: telegram_id, first_name, language_code: 'ru' })
  await world.telegram.post(`/users/${telegram_id}/start`)
  return openApp(world, telegram_id)
}

/** Opens the mini-app for a person known to Telegram. */
export async function openApp(world: Installation, telegram_id: number): Promise<Client> {
  const launch = () => initDataOf(world, telegram_id)
  const login = () => callUntilAnswered<Login>(`${world.api}/auth/login`, {}, launch, 'POST')
  const bearer = ({ tokens }: Login) => `Bearer ${tokens.access_token}`
  const session = await login()
  let authorization = bearer(session)
  const call = <Answer>(path: string, body?: unknown, method: Method = 'POST') => {
    let attempts = 0
    // If the server rejects the session, the client opens the app again to get a new one.
    const readAuthorization = async () => {
      if (attempts++ > 0) authorization = bearer(await login())
      return authorization
    }
    return callUntilAnswered<Answer>(`${world.api}${path}`, body, readAuthorization, method)
  }
  return { telegram_id, user_id: session.user.id, authorization, call }
}

/** Authorization header with the launch data of a person who opens the mini-app now. */
export async function initDataOf(world: Installation, telegram_id: number): Promise<string> {
  const path = `/users/${telegram_id}/init-data`
  const { init_data } = await world.telegram.get<{ init_data: string }>(path)
  return `tma ${init_data}`
}

/**
 * Retries one API call until the server answers. As in the mini-app, each retry has the idempotency key of the first
 * try.
 * @throws if the answer is a refusal
 */
async function callUntilAnswered<Answer>(
  url: string,
  body: unknown,
  /** Returns the authorization header. It is called again after an answer with status 401. */
  readAuthorization: () => Promise<string>,
  method: Method,
): Promise<Answer> {
  const headers = {
    authorization: await readAuthorization(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'idempotency-key': crypto.randomUUID(),
  }
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const signal = AbortSignal.timeout(20_000)
    const request = { method, headers, body: JSON.stringify(body), signal }
    const answer = await fetch(url, request).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.ok) return (await answer.json()) as Answer
    const errorText = answer instanceof Error ? String(answer.cause ?? answer) : await answer.text()
    const status = answer instanceof Error ? 500 : answer.status
    if ((status < 500 && status !== 401) || Date.now() > deadline) throw new Error(`${url}: ${errorText}`)
    if (status === 401) headers.authorization = await readAuthorization()
    await sleep(retryDelayMs)
  }
}
