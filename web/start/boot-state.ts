import { languageOf, startWords } from '#contract/languages.ts'
import { PartLost } from '#web/start/failures/part-lost.ts'
import { reloadPage } from '#web/start/failures/watch-scripts.ts'
import type { Launch } from '#web/start/session/launch.ts'
import type { FirstData } from './first-data.ts'

/** State that the start script leaves on `window` for the application. */
export type BootState = {
  launch: Launch
  /** Path of a new launch's deep link; parsed here to keep the parser out of the application. */
  linkedPath: string | null
  /** `performance.now()` at the start; the loader's minimum time counts from here. */
  startedAt: number
  /** The first login request; `null` with a stored session or without a launch. */
  login: Promise<Response> | null
  /** Request for the first screen's data; the reader sets it to `null`. */
  firstData: FirstData | null
}

declare global {
  interface Window {
    otklik: BootState
  }
}

/** If the start script failed to load, the application cannot run. */
function startIsLost(): never {
  reloadPage(() => startWords[languageOf(navigator.language)])
  throw new PartLost('the start script')
}

/** State left by the start script; only the application reads it. */
export const bootState: BootState = window.otklik ?? startIsLost()
