import { languageOf, startWords } from '#contract/languages.ts'
import type { FirstData } from './first-data.ts'
import type { Launch } from './launch.ts'
import { PartLost } from './part-lost.ts'
import { loadPageAgain } from './watch-scripts.ts'

/** What the start script leaves on `window` for the application, which is loaded meanwhile. */
export type BootState = {
  launch: Launch
  /** Where the link of a new launch leads; the parser of links stays in the start script. */
  linkedPath: string | null
  /** `performance.now()` of the start; the loader's shortest life counts from here. */
  startedAt: number
  /** The first login, already on its way; null when a saved session serves or there is no launch. */
  login: Promise<Response> | null
  /** The first screen's data, on its way too; the code that takes it sets it to null. */
  firstData: FirstData | null
}

declare global {
  interface Window {
    otklik: BootState
  }
}

/** The start script may be the file that did not come: then nothing of the application can run. */
function startIsLost(): never {
  loadPageAgain(() => startWords[languageOf(navigator.language)])
  throw new PartLost('the start script')
}

/** What the start script left; the application alone reads it. */
export const bootState: BootState = window.otklik ?? startIsLost()
