import type { z } from 'zod'
import type { OwnUser } from '#contract/calls/people-shapes.ts'
import type { Api } from '#tests/support/api/api.ts'
import { type Caller, createCaller, type RequestTarget } from '#tests/support/api/call.ts'
import { type Account, contactData, launchData } from './launch-data.ts'

/** A person who is logged in to the mini-app. */
export interface Person {
  id: number
  user: z.output<typeof OwnUser>
  account: Account
  /** Launch data that Telegram signed when the app was opened. */
  launch: string
  token: string
  call: Caller
}

let accounts = 7_000_200_000

export function newAccount(changes: Partial<Account> = {}): Account {
  const id = ++accounts
  return { id, first_name: `Анна ${id}`, username: `anna_${id}`, language_code: 'ru', ...changes }
}

/** Opens the mini-app as a new or a known person, through a link with a start parameter if given, and logs in. */
export async function login(
  { ctx, server }: Pick<Api, 'ctx'> & { server: RequestTarget },
  account = newAccount(),
  start_param?: string,
): Promise<Person> {
  const launch = launchData(account, ctx.config.BOT_TOKEN, ctx.now(), start_param)
  const guest = createCaller(server, { authorization: `tma ${launch}` })
  const { tokens, user } = await guest('POST /auth/login', { body: { telegram_id: account.id } })
  const call = createCaller(server, { authorization: `Bearer ${tokens.access_token}` })
  return { id: user.id, user, account, launch, token: tokens.access_token, call }
}

/** Creates a person with the role of a client. */
export async function client(api: Api, account?: Account): Promise<Person> {
  const person = await login(api, account)
  const query = { user_id: person.id, is_client: true }
  return { ...person, user: await person.call('POST /api/users/edit_user_role', { query }) }
}

/** Creates a person with the role of a freelancer. By default, the freelancer's phone is confirmed. */
export async function freelancer(
  api: Api,
  { verified = true, category_id }: { verified?: boolean; category_id?: number } = {},
): Promise<Person> {
  const person = await login(api)
  const id = person.id
  if (category_id)
    await person.call('POST /api/users/change_user_spec/:id', { params: { id }, query: { category_id } })
  if (verified) await confirmPhone(api, person)
  return person
}

/** Confirms a person's phone with contact data signed as Telegram signs it. */
export async function confirmPhone({ ctx }: Api, { id, account, call }: Person, phone = `+${account.id}`) {
  const contact = contactData(account, phone, ctx.config.BOT_TOKEN, ctx.now())
  return call('POST /api/users/verify-profile/:id', { params: { id }, body: { contact } })
}

/** Logs in the admin that the configuration names. The admin is also a moderator. */
export async function moderator(api: Api): Promise<Person> {
  const [id = 0] = api.ctx.config.ADMIN_TELEGRAM_IDS
  return login(api, newAccount({ id, first_name: 'Ольга', username: 'olga_admin' }))
}

/** Returns the id of the admin that the configuration names. Logs the admin in if the account does not exist yet. */
export async function moderatorId(api: Api): Promise<number> {
  const [telegram_id = 0] = api.ctx.config.ADMIN_TELEGRAM_IDS
  const userQuery = api.ctx.db.selectFrom('users').select('id').where('telegram_id', '=', telegram_id)
  return ((await userQuery.executeTakeFirst()) ?? (await moderator(api))).id
}
