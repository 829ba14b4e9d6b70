import type { World } from '../state/world.ts'

export interface ControlOptions {
  world: World
  /** Address of the mini-app set up as the main one of the bot. */
  mainAppUrl: () => string
  /** The control API of the payment provider. */
  payments_origin?: string
}
