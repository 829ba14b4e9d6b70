import { createHmac, sign } from 'node:crypto'
import { themeFor } from './launch-theme.ts'
import type { Profile } from './profiles.ts'
import { mayWriteTo } from './state/people.ts'
import type { Person } from './state/types.ts'
import type { World } from './state/world.ts'
import { type Theme, themes } from './themes.ts'

export interface LaunchOptions {
  start_param?: string
  /** True if a link launched the mini-app. Only such launch data name the chat in which the link was opened. */
  from_link?: boolean
  /** Query id of a launch by a button. Launches by a link have no query id. */
  query_id?: string
  /** Seconds since the launch; negative if the launch time is in the future. */
  age?: number
}

/** Launch data that are signed with the bot's token as by Telegram, including the field `signature`. */
export function initData(world: World, person: Person, options: LaunchOptions = {}): string {
  const { id, first_name, last_name, username, language_code, is_premium } = person
  const user = {
    id,
    first_name,
    last_name: last_name ?? '',
    ...(username && { username }),
    language_code,
    ...(is_premium && { is_premium }),
    ...(mayWriteTo(person) && { allows_write_to_pm: true }),
  }
  const fields: Record<string, string> = {
    ...(options.query_id && { query_id: options.query_id }),
    user: JSON.stringify(user),
    ...(options.from_link && { chat_instance: `${7_000_000_000_000 + id}`, chat_type: 'sender' }),
    ...(options.start_param && { start_param: options.start_param }),
    auth_date: String(Math.floor(Date.now() / 1000) - (options.age ?? 0)),
  }
  const thirdPartyText = `${world.bot.id}:WebAppData\n${checkString(fields)}`
  fields.signature = sign(null, Buffer.from(thirdPartyText), world.signing_key).toString('base64url')
  return new URLSearchParams({ ...fields, hash: hashOf(world.options.token, fields) }).toString()
}

/**
 * Result of `getRequestedContact` after the phone was shared. It is signed like launch data, but has no `signature`
 * field.
 */
export function contactData(
  world: World,
  person: Person,
  options: { age?: number; phone?: string; user_id?: number } = {},
): string {
  const { first_name, last_name } = person
  const contact = {
    user_id: options.user_id ?? person.id,
    phone_number: options.phone ?? person.phone,
    first_name,
    ...(last_name && { last_name }),
  }
  const fields = {
    contact: JSON.stringify(contact),
    auth_date: String(Math.floor(Date.now() / 1000) - (options.age ?? 0)),
  }
  return new URLSearchParams({ ...fields, hash: hashOf(world.options.token, fields) }).toString()
}

const checkString = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n')

function hashOf(token: string, fields: Record<string, string>): string {
  const secret = createHmac('sha256', 'WebAppData').update(token).digest()
  return createHmac('sha256', secret).update(checkString(fields)).digest('hex')
}

/** Launch URL of the mini-app in a client with the given profile. */
export function launchUrl(
  base: string,
  init_data: string,
  appearance: { profile: Profile; theme: Theme; start_param?: string },
) {
  const url = new URL(base)
  if (appearance.start_param !== undefined) url.searchParams.set('tgWebAppStartParam', appearance.start_param)
  const hash = new URLSearchParams({ tgWebAppData: init_data, tgWebAppVersion: appearance.profile.version })
  hash.set('tgWebAppPlatform', appearance.profile.platform)
  if (appearance.profile.theme !== 'none')
    hash.set('tgWebAppThemeParams', JSON.stringify(themeFor(appearance.profile, appearance.theme)))
  if (appearance.profile.opens_full) hash.set('tgWebAppFullscreen', '1')
  // Clients append their launch parameters to the existing hash of a URL.
  const route = url.hash.slice(1)
  url.hash = route ? `${route}${route.includes('?') ? '&' : '?'}${hash}` : hash.toString()
  return url.toString()
}

export const themeNamed = (name?: string) => themes.find(({ id }) => id === name) ?? (themes[0] as Theme)
