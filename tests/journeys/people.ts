import type { z } from 'zod'
import type { authCalls } from '#contract/calls/auth.ts'
import type { Language } from '#contract/languages.ts'
import type { World } from '#tests/support/servers/world.ts'

export interface Person {
  id: number
  name: string
}

let phones = 9_160_000_000

/** Creates a Telegram user who has never used the product. */
export async function newPerson(
  world: World,
  first_name: string,
  last_name: string,
  language_code: Language = 'ru',
): Promise<Person> {
  const { id } = await world.telegram.post<{ id: number }>('/users', {
    first_name,
    last_name,
    language_code,
    phone: `+7${++phones}`,
  })
  return { id, name: `${first_name} ${last_name}` }
}

/** Creates a freelancer of one category. The bot may write to this freelancer. */
export async function newFreelancer(
  world: World,
  first_name: string,
  last_name: string,
  category_id: number,
  language?: Language,
): Promise<Person> {
  const person = await newPerson(world, first_name, last_name, language)
  await world.telegram.post(`/users/${person.id}/start`)
  const { user, call } = await signIn(world, person)
  await call('POST', `/api/users/change_user_spec/${user.id}?category_id=${category_id}`)
  return person
}

/** Logs in as the same person without a browser, in a session of its own, and returns a function for API calls. */
export async function signIn(world: World, { id }: Person) {
  const { init_data } = await world.telegram.get<{ init_data: string }>(`/users/${id}/init-data`)
  const sendRequest = async (method: string, path: string, authorization: string, body?: unknown) =>
    fetch(`${world.api}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
  const entry = await sendRequest('POST', '/auth/login', `tma ${init_data}`)
  if (!entry.ok) throw new Error(`login: ${entry.status} ${await entry.text()}`)
  const { tokens, user } = (await entry.json()) as z.output<(typeof authCalls)['POST /auth/login']['reply']>
  const call = async <Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await sendRequest(method, path, `Bearer ${tokens.access_token}`, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return { user, call }
}
