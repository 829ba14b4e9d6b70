import { createHash, createHmac } from 'node:crypto'
import { isNeutral } from '#services/users/profile/neutral-name.ts'
import type { Row, RunQuery } from './database.ts'
import { personColumns, toPerson } from './people.ts'
import type { Reference } from './reference.ts'

/**
 * Columns that only the person's own profile contains. Everybody in the generated market is registered, has no files
 * and sends no device id.
 */

const ownColumns = [
  ...['telegram_id', 'ui_language', 'role', 'can_write', 'start_choice', 'currency_id', 'is_only_remote'],
  ...['is_notify_new_order', 'is_notify_hot_orders', 'is_notify_new_messages', 'is_price_conversion'],
  ...['is_focus_group', 'is_seen_shown', 'is_language_chosen'],
]
const networks = [
  ...['instagram', 'telegram', 'facebook', 'linkedin', 'tiktok', 'telegram_channel', 'vk', 'twitter'],
  ...['youtube', 'whatsapp', 'telegram_group'],
]

const list = (table: string, order: string, entry: string) =>
  `(select coalesce(json_agg(json_build_object(${entry}) order by ${order}), '[]') from ${table} where user_id = person.id)`

/** Opens a session, stores a changed username and reads the whole person, in one statement and one commit. */
const login = `
  with renamed as (
    update users set username = $3, updated_at = now() where telegram_id = $1 and username is distinct from $3),
  opened as (
    insert into sessions (user_id, launch_hash, created_at) select id, $2, now() from users
    where telegram_id = $1 and status = 'active' on conflict (launch_hash) do nothing returning id)
  select coalesce((select id from opened),
      (select id from sessions where launch_hash = $2 and revoked_at is null)) as session_id,
    ${personColumns('person', '')}, ${ownColumns.map((name) => `person.${name}`).join(', ')}, person.resume_url,
    case when not is_seen_shown or seen_on is null then null when seen_on >= current_date then 'today'
      when seen_on > current_date - 7 then 'week' else 'earlier' end as seen,
    ${list('user_skills', 'id', `'skill_id', id, 'skill_name', name, 'type', null`)} as skills,
    ${list('user_portfolio_links', 'id', `'link_id', id, 'link_name', name, 'link_url', url, 'link_type', null`)} as portfolio_links,
    ${list('user_languages', 'code', `'code', code, 'level', level`)} as languages_info,
    ${list(
      'user_services',
      'id',
      `'id', id, 'service_name', name, 'service_description', description, 'service_price', price::float8 / 100,
        'service_currency_id', currency_id, 'terms_id', price_term_id, 'type', null`,
    )} as services,
    (select json_object_agg(network, value) from user_social_links where user_id = person.id) as links
  from users person where person.telegram_id = $1 and person.status = 'active'`

const lifetime = 3600

/** Opens sessions for launch data that Telegram signed. */
export function openLogin(
  runQuery: RunQuery,
  reference: Reference,
  env: { BOT_TOKEN: string; JWT_SECRETS: string },
) {
  const launchKey = createHmac('sha256', 'WebAppData').update(env.BOT_TOKEN).digest()
  const [kid = '', secret = ''] = (env.JWT_SECRETS.split(',')[0] ?? '').split(/:(.*)/s)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = encode({ alg: 'HS256', typ: 'JWT', kid })

  function readLaunch(launchText: string) {
    const { hash, ...pairs } = Object.fromEntries(new URLSearchParams(launchText))
    const lines = Object.entries(pairs).map(([key, value]) => `${key}=${value}`)
    const expectedHash = createHmac('sha256', launchKey).update(lines.sort().join('\n')).digest('hex')
    const age = Date.now() / 1000 - Number(pairs.auth_date)
    return hash === expectedHash && age < 86_400 ? JSON.parse(pairs.user ?? '') : undefined
  }

  function issueToken(row: Row) {
    const iat = Math.floor(Date.now() / 1000)
    const exp = iat + lifetime
    const claims = { sub: String(row.id), sid: row.session_id, iat, exp, aud: 'otklik-app', iss: 'otklik' }
    const signedText = `${header}.${encode(claims)}`
    const signature = createHmac('sha256', secret).update(signedText).digest('base64url')
    return { access_token: `${signedText}.${signature}`, expires_at: new Date(exp * 1000).toISOString() }
  }

  return async (authorization: string): Promise<Row | undefined> => {
    const launchText = authorization.slice('tma '.length)
    const user = readLaunch(launchText)
    if (!user) return undefined
    const username = user.username ?? null
    const hash = createHash('sha256').update(launchText).digest('hex')
    const [row] = await runQuery(login, [user.id, hash, username], 'login')
    return row?.session_id && { tokens: issueToken(row), user: toOwn(row, username, reference) }
  }
}

function toOwn(row: Row, username: string | null, reference: Reference): Row {
  const person = toPerson(row, '', reference)
  return {
    ...person,
    ...Object.fromEntries(ownColumns.map((name) => [name, row[name]])),
    user_spec: person.category,
    username,
    telegram_link: username && `https://t.me/${username}`,
    currency: reference.currency(row.currency_id),
    user_resume_url: row.resume_url,
    user_resume_file: null,
    user_resume_file_id: null,
    user_resume_format_file: null,
    user_resume_name: null,
    is_name_neutral: isNeutral(String(row.full_name)),
    user_logo_file_id: null,
    portfolio_file: null,
    portfolio_links: row.portfolio_links,
    works: [],
    skills: row.skills,
    social_links: Object.fromEntries(networks.map((network) => [network, row.links?.[network] ?? null])),
    languages_info: row.languages_info,
    services: row.services,
    is_favorite: false,
    is_blocked: false,
    seen: row.seen,
  }
}
