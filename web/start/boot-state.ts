import { languageOf, startWords } from '#contract/languages.ts'
import { PartLost } from '#web/start/failures/part-lost.ts'
import { reloadPage } from '#web/start/failures/watch-scripts.ts'
import type { Launch } from '#web/start/session/launch.ts'
import type { FirstData } from './first-data.ts'

/** State that the start script leaves on `window` for the application. */
export type BootState = {
  launch: Launch
  /**
   * Path of the deep link of a new launch. It is parsed by the start script, to keep the parser out of the application.
   */
  linkedPath: string | null
  /** `performance.now()` at the start. The minimum time of the loader counts from here. */
  startedAt: number
  /** The first login request. `null` with a stored session or without a launch. */
  login: Promise<Response> | null
  /** Request for the data of the first screen. It is set to `null` when the response is taken. */
  firstData: FirstData | null
}

declare global {
  interface Window {
    otklik: BootState
  }
}

/** The application cannot run if the start script failed to load, so the page is reloaded. */
function startIsLost(): never {
  reloadPage(() => startWords[languageOf(navigator.language)])
  throw new PartLost('the start script')
}

/** State that the start script has left for the application. */
export const bootState: BootState = window.otklik ?? startIsLost()
