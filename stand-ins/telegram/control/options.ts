import type { World } from '../state/world.ts'

export interface ControlOptions {
  world: World
  /** URL of the bot's main mini-app. */
  mainAppUrl: () => string
  /** Control API of the payment provider. */
  payments_origin?: string
}
