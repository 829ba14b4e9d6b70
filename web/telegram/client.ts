type Sdk = typeof import('./sdk.ts')

let sdk: Sdk | null = null
let loading: Promise<Sdk | null> | null = null

/**
 * Loads and connects the SDK once; `null` if it cannot run or failed to load. A failed download is retried by
 * the next call.
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
 * Calls `use` synchronously if the SDK is loaded, so that links open within their click; otherwise after
 * loading.
 * @param instead called without an SDK
 */
export function withSdk(callback: (sdk: Sdk) => void, instead?: () => void): void {
  if (sdk) callback(sdk)
  else void loadSdk().then((sdk) => (sdk ? callback(sdk) : instead?.()))
}

const retryMs = 30_000

/** Calls `use` once the SDK is loaded, and retries its download as long as the page lives. */
export function whenSdkReady(callback: (sdk: Sdk) => void): void {
  withSdk(callback, () => {
    if (!loading) setTimeout(() => whenSdkReady(callback), retryMs)
  })
}
