import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/core/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { launchData } from '#tests/support/launch-data.ts'
import { recordStatements, type Statement } from './recording.ts'
import { firstGuest } from './seed.ts'

/** One request; `authorization` replaces the session. */
export type Asked = { url: string; body?: object; authorization?: string }
/** What is asked by name; the number makes each request of a kind unlike the others. */
export type Asking = Record<string, (n: number) => Asked>
/** Somebody with a session. */
export type Guest = { id: number; authorization: string }

/** What the bare server runs, and the ids in it that stand for those of a request. */
export type Recorded = {
  statements: Record<string, Statement[]>
  subject: { user: number; listing: number; response: number }
}

export const launchHeader = (id: number, bot_token = '') =>
  `tma ${launchData({ id, first_name: `Человек ${id}` }, bot_token, new Date())}`

/** Lets people in and asks our own server once for each answer, noting which statements that took. */
export async function rehearse(env: Record<string, string>, asking: Asking, people: number) {
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'bench')
  const { app } = await buildServer(ctx)
  const guests: Guest[] = []
  while (guests.length < people) {
    const authorization = launchHeader(firstGuest + guests.length, env.BOT_TOKEN)
    const { user, tokens } = (
      await app.inject({ method: 'POST', url: '/auth/login', headers: { authorization } })
    ).json()
    guests.push({ id: user.id, authorization: `Bearer ${tokens.access_token}` })
  }
  const verified = { verification: 'confirmed' as const }
  await ctx.db.updateTable('users').set(verified).where('telegram_id', '>=', firstGuest).execute()
  const [first] = guests
  if (!first) throw new Error('nobody was let in')

  const statements: Record<string, Statement[]> = {}
  const replies: Record<string, { id?: number }> = {}
  let bytes = 0
  for (const [name, of] of Object.entries(asking)) {
    const ask = async (n: number) => {
      const { url, body, authorization = first.authorization } = of(n)
      const method = body ? 'POST' : 'GET'
      const answer = await app.inject({ method, url, headers: { authorization }, payload: body })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
      bytes = Math.max(bytes, answer.rawPayload.length)
      replies[name] = answer.json()
    }
    await ask(0) // Counts and sessions are remembered from here on, as they are in service.
    statements[`/${name}`] = await recordStatements(() => ask(1))
  }
  await app.close()
  await closeContext(ctx)
  return { guests, statements, bytes, replies }
}
