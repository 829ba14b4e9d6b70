import type { Handover } from '#web/start/handover.ts'

/** What the start script left for the application. */
export const handover: Handover = window.otklik
