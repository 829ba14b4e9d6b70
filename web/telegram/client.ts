type Sdk = typeof import('./sdk.ts')

let sdk: Sdk | null = null
let loading: Promise<Sdk | null> | null = null

/** Loads and starts the SDK once; null where it cannot run. */
export function loadSdk(): Promise<Sdk | null> {
  loading ??= import('./sdk.ts').then(
    async (module) => {
      sdk = (await module.connect()) ? module : null
      return sdk
    },
    () => null,
  )
  return loading
}

/**
 * Uses the SDK at once when it is there, so that a link opened by a tap stays inside the tap, else as soon as
 * it has come.
 */
export function withSdk(use: (sdk: Sdk) => void): void {
  if (sdk) use(sdk)
  else void loadSdk().then((loaded) => loaded && use(loaded))
}
