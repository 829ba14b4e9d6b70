import type { ThemeParams } from '#web/theme/theme.ts'
import { parseTheme } from '#web/theme/theme-params.ts'
import { storeIfPossible } from './storage.ts'

/** Launch parameters from Telegram. They are not trusted, because only the server verifies them. */
export type Launch = {
  /** Init data exactly as Telegram sent it. The server verifies it. Empty outside Telegram. */
  initData: string
  userId: number | null
  languageCode: string | null
  startParam: string | null
  platform: string
  version: string
  theme: ThemeParams
  /**
   * True for a new launch. False after a reload of the same launch, by the browser or by a client that recreates the
   * frame.
   */
  isFresh: boolean
}

const launchStorageKey = 'otklik:launch'
/** Key under which `@telegram-apps/bridge` stores launch parameters, as JSON. */
const sdkStorageKey = 'tapps/launchParams'

/** Reads the launch parameters of the URL. Clients append them to any existing hash. */
function readHashParams(): URLSearchParams | null {
  const fragmentStart = location.hash.indexOf('tgWebApp')
  return fragmentStart < 0 ? null : new URLSearchParams(location.hash.slice(fragmentStart))
}

/** Returns the theme of a launch in the URL. `null` if the URL contains no launch. */
export function themeInAddress(): ThemeParams | null {
  const hash = readHashParams()
  return hash?.get('tgWebAppData') ? parseTheme(hash.get('tgWebAppThemeParams')) : null
}

/**
 * Returns the stored launch parameters after a reload. `window.name` replaces blocked storage: it survives a reload and
 * disappears with the window.
 */
function readStored(): URLSearchParams | null {
  const savedLaunch = sessionStorage.getItem(launchStorageKey) ?? readWindowName()
  return savedLaunch ? new URLSearchParams(savedLaunch) : null
}

const readWindowName = () =>
  window.name.startsWith(`${launchStorageKey}:`) ? window.name.slice(launchStorageKey.length + 1) : null

/**
 * Stores the launch parameters for a reload.
 * @returns true if session storage holds them, so that they can be removed from the URL
 */
function storeLaunch(rawLaunch: string, isStored: boolean): boolean {
  if (storeIfPossible(sessionStorage, launchStorageKey, rawLaunch) && isStored) return true
  window.name = `${launchStorageKey}:${rawLaunch}`
  return false
}

/**
 * Returns the launch parameters as the schema of Telegram's SDK requires them: six-digit colours, a theme, version and
 * signature, no nulls.
 */
function adaptForSdk(params: URLSearchParams, theme: ThemeParams): string {
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
 * Reads the launch parameters, stores them for a reload and removes them from the URL.
 * @param isStored true if session storage survives a reload
 */
export function readLaunch(isStored: boolean): Launch {
  const hash = readHashParams()
  const storedLaunch = readStored()
  const params = hash ?? storedLaunch ?? new URLSearchParams()
  const theme = parseTheme(params.get('tgWebAppThemeParams'))
  const initData = params.get('tgWebAppData') ?? ''
  if (initData) storeIfPossible(sessionStorage, sdkStorageKey, JSON.stringify(adaptForSdk(params, theme)))
  if (hash) {
    // The URL's hash is a credential, so it is removed. It stays only if no storage survives a reload.
    if (storeLaunch(hash.toString(), isStored))
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
      hash !== null &&
      entry?.type !== 'reload' &&
      !(initData && initData === storedLaunch?.get('tgWebAppData')),
  }
}
