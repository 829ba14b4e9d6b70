import type { SocialNetwork } from '#contract/options.ts'

/** Rules for the addresses of a social network: its hosts, its paths, and the URL for a user name. */
type Rule = {
  hosts: readonly string[]
  path: RegExp
  handle: RegExp
  fromHandle: (handle: string) => string
}

const telegramHosts = ['t.me', 'telegram.me'] as const
const telegramName = /^[a-z]\w{3,31}$/i
const telegramGroup: Rule = {
  hosts: telegramHosts,
  path: /^\/(\w{4,32}|\+[\w-]{8,64}|joinchat\/[\w-]{8,64})$/,
  handle: telegramName,
  fromHandle: (handle) => `https://t.me/${handle}`,
}

/** Rule for a social network whose profile pages are at the root of its site. */
function rootProfile(host: string, others: readonly string[], handle: RegExp): Rule {
  return {
    hosts: [host, ...others],
    path: new RegExp(`^/${handle.source.slice(1)}`, handle.flags),
    handle,
    fromHandle: (name) => `https://${host}/${name}`,
  }
}

const rules: Record<Exclude<SocialNetwork, 'whatsapp'>, Rule> = {
  instagram: rootProfile('instagram.com', [], /^[\w.]{1,30}$/),
  telegram: { ...telegramGroup, path: /^\/[a-z]\w{3,31}$/i },
  telegram_channel: telegramGroup,
  telegram_group: telegramGroup,
  facebook: rootProfile('facebook.com', ['fb.com', 'm.facebook.com'], /^[\w.-]{2,64}$/),
  linkedin: {
    hosts: ['linkedin.com', 'ru.linkedin.com'],
    path: /^\/(in|company)\/[\p{L}\w%-]{2,100}$/u,
    handle: /^[\w-]{2,100}$/,
    fromHandle: (handle) => `https://linkedin.com/in/${handle}`,
  },
  tiktok: {
    hosts: ['tiktok.com'],
    path: /^\/@[\w.]{2,24}$/,
    handle: /^[\w.]{2,24}$/,
    fromHandle: (handle) => `https://tiktok.com/@${handle}`,
  },
  vk: rootProfile('vk.com', ['vk.ru', 'm.vk.com'], /^[\w.]{2,64}$/),
  twitter: rootProfile('x.com', ['twitter.com', 'mobile.twitter.com'], /^\w{1,15}$/),
  youtube: {
    hosts: ['youtube.com', 'm.youtube.com'],
    path: /^\/(@[\w.-]{3,30}|(channel|c|user)\/[\w-]{1,100})$/,
    handle: /^[\w.-]{3,30}$/,
    fromHandle: (handle) => `https://youtube.com/@${handle}`,
  },
}

/**
 * Normalizes an address or a user name to the URL of a page in the social network. A WhatsApp number becomes its wa.me
 * address. Returns undefined for any other text, for example the address of another site.
 */
export function socialAddress(network: SocialNetwork, text: string): string | undefined {
  const trimmed = text.trim()
  if (network === 'whatsapp') return whatsapp(trimmed)
  const { hosts, path, handle, fromHandle } = rules[network]
  const name = trimmed.replace(/^@/, '')
  if (handle.test(name)) return fromHandle(name)
  const url = addressOf(trimmed)
  if (!url || !hosts.includes(url.hostname.replace(/^www\./, ''))) return undefined
  const pathname = url.pathname.replace(/\/+$/, '')
  if (pathname === '/profile.php') return network === 'facebook' ? numericProfile(url) : undefined
  return path.test(pathname) ? `https://${hosts[0]}${pathname}` : undefined
}

/** URL of a Facebook profile that has a numeric id and no name. */
function numericProfile({ searchParams }: URL): string | undefined {
  const id = searchParams.get('id') ?? ''
  return /^\d{5,20}$/.test(id) ? `https://facebook.com/profile.php?id=${id}` : undefined
}

/** URL of a typed address, with a scheme added if it has none. Only http and https are accepted. */
function addressOf(text: string): URL | undefined {
  const url = URL.parse(/^[\w.-]+\//.test(text) ? `https://${text}` : text)
  const isPlain = url && !url.username && !url.password && !url.port
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}

function whatsapp(text: string): string | undefined {
  const url = addressOf(text)
  const isOwn = url && ['wa.me', 'api.whatsapp.com'].includes(url.hostname)
  const number = isOwn ? (url.searchParams.get('phone') ?? url.pathname) : text
  if (!/^[/+\d\s().-]+$/.test(number)) return undefined
  const digits = number.replace(/\D/g, '')
  return /^\d{7,15}$/.test(digits) ? `https://wa.me/${digits}` : undefined
}
