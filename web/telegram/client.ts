type Sdk = typeof import('./sdk.ts')

let sdk: Sdk | null = null
let loading: Promise<Sdk | null> | null = null

/** Loads and starts the SDK once; null where it cannot run, or did not come: then the next call asks for it again. */
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
 * Uses the SDK at once when it is there, so that a link opened by a tap stays inside the tap, else as soon as
 * it has come.
 * @param instead what is done without it
 */
export function withSdk(use: (sdk: Sdk) => void, instead?: () => void): void {
  if (sdk) use(sdk)
  else void loadSdk().then((loaded) => (loaded ? use(loaded) : instead?.()))
}

const laterMs = 30_000

/** Uses the SDK whenever it comes, for what lasts as long as the page. */
export function onceSdk(use: (sdk: Sdk) => void): void {
  withSdk(use, () => {
    if (!loading) setTimeout(() => onceSdk(use), laterMs)
  })
}
