type Sdk = typeof import('./sdk.ts')

let sdk: Sdk | null = null
let loading: Promise<Sdk | null> | null = null

/**
 * Loads and connects Telegram's SDK once. `null` if the SDK cannot run or failed to load. The next call retries a
 * failed download.
 */
export function loadSdk(): Promise<Sdk | null> {
  loading ??= import('./sdk.ts').then(
    async (module) => {
      sdk = (await module.connect()) ? module : null
      return sdk
    },
    () => {
      loading = null
      return null
    },
  )
  return loading
}

/**
 * Calls `callback` synchronously if Telegram's SDK is loaded, so that links open within their click. Otherwise
 * `callback` is called after loading.
 * @param instead called if the SDK is not available
 */
export function withSdk(callback: (sdk: Sdk) => void, instead?: () => void): void {
  if (sdk) callback(sdk)
  else void loadSdk().then((sdk) => (sdk ? callback(sdk) : instead?.()))
}

const retryMs = 30_000

/** Calls `callback` once Telegram's SDK is loaded. The download is retried as long as the page is open. */
export function whenSdkReady(callback: (sdk: Sdk) => void): void {
  withSdk(callback, () => {
    if (!loading) setTimeout(() => whenSdkReady(callback), retryMs)
  })
}
