import type { Handover } from './start/handover.ts'

/** What the start script left for the application. */
export const handover: Handover = window.otklik
