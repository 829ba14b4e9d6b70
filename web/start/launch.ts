import type { ThemeParams } from '#web/theme/theme.ts'
import { parseTheme } from '#web/theme/theme-params.ts'
import { keep } from './storage.ts'

/** What Telegram told the page when it opened it. Nothing here is proven: only the server checks it. */
export type Launch = {
  /** Init data exactly as received, the only copy that is sent to the server. Empty outside Telegram. */
  initData: string
  userId: number | null
  languageCode: string | null
  startParam: string | null
  platform: string
  version: string
  theme: ThemeParams
  /** False after a reload of the same launch, by the browser or by a client that makes the frame anew. */
  isFresh: boolean
}

const savedRaw = 'otklik:launch'
/** Where `@telegram-apps/bridge` keeps launch parameters, as JSON text. */
const savedForSdk = 'tapps/launchParams'

/** Launch parameters of the address: clients append them to whatever hash there was. */
function fromHash(): URLSearchParams | null {
  const at = location.hash.indexOf('tgWebApp')
  return at < 0 ? null : new URLSearchParams(location.hash.slice(at))
}

/** The theme of a launch that stands in the address; null where only storage knows, or nobody. */
export function themeInAddress(): ThemeParams | null {
  const hash = fromHash()
  return hash?.get('tgWebAppData') ? parseTheme(hash.get('tgWebAppThemeParams')) : null
}

/**
 * The launch that was kept for a reload. Where the browser keeps nothing for the page, the name of its window does:
 * it stays through a reload and goes with the window.
 */
function fromBefore(): URLSearchParams | null {
  const saved = sessionStorage.getItem(savedRaw) ?? nameOfWindow()
  return saved ? new URLSearchParams(saved) : null
}

const nameOfWindow = () =>
  window.name.startsWith(`${savedRaw}:`) ? window.name.slice(savedRaw.length + 1) : null

/** @returns whether session storage has it, so that it need not stand in the address */
function keepLaunch(raw: string, isStored: boolean): boolean {
  if (keep(sessionStorage, savedRaw, raw) && isStored) return true
  window.name = `${savedRaw}:${raw}`
  return false
}

/** The parameters as the SDK accepts them: six-digit colours, a theme, a version, a signature in init data, no null. */
function forSdk(params: URLSearchParams, theme: ThemeParams): string {
  const copy = new URLSearchParams(params)
  copy.set('tgWebAppThemeParams', JSON.stringify(theme))
  if (!copy.get('tgWebAppVersion')) copy.set('tgWebAppVersion', '6.0')
  if (!copy.get('tgWebAppPlatform')) copy.set('tgWebAppPlatform', 'unknown')
  const data = new URLSearchParams(copy.get('tgWebAppData') ?? '')
  if (data.toString() === '') copy.delete('tgWebAppData')
  else {
    if (!data.has('signature')) data.append('signature', '')
    data.set('user', withoutNull(data.get('user')))
    copy.set('tgWebAppData', data.toString())
  }
  return copy.toString()
}

function withoutNull(json: string | null): string {
  try {
    return JSON.stringify(JSON.parse(json ?? '', (_key, value: unknown) => value ?? undefined)) ?? ''
  } catch {
    return json ?? ''
  }
}

function userOf(initData: URLSearchParams): { id?: unknown; language_code?: unknown } {
  try {
    return JSON.parse(initData.get('user') ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/**
 * Reads the launch once, keeps it for a reload and takes it out of the address.
 * @param isStored whether session storage outlives the page
 */
export function readLaunch(isStored: boolean): Launch {
  const hash = fromHash()
  const before = fromBefore()
  const params = hash ?? before ?? new URLSearchParams()
  const theme = parseTheme(params.get('tgWebAppThemeParams'))
  const initData = params.get('tgWebAppData') ?? ''
  if (initData) keep(sessionStorage, savedForSdk, JSON.stringify(forSdk(params, theme)))
  if (hash) {
    // The hash is a credential. Where nothing else survives a reload, it has to stay.
    if (keepLaunch(hash.toString(), isStored))
      history.replaceState(history.state, '', location.pathname + location.search)
  }
  const data = new URLSearchParams(initData)
  const user = userOf(data)
  const query = new URLSearchParams(location.search)
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return {
    initData,
    userId: typeof user.id === 'number' ? user.id : null,
    languageCode: typeof user.language_code === 'string' ? user.language_code : null,
    startParam: data.get('start_param') ?? query.get('tgWebAppStartParam') ?? query.get('startapp'),
    platform: params.get('tgWebAppPlatform') ?? 'unknown',
    version: params.get('tgWebAppVersion') ?? '6.0',
    theme,
    isFresh:
      hash !== null && entry?.type !== 'reload' && !(initData && initData === before?.get('tgWebAppData')),
  }
}
