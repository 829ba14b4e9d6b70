import { limits } from '#contract/limits.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Minutes between inquiries about an open invoice; after these, hourly until a day after its link expires. */
const firstWaits = [1, 2, 5, 10, 30]

/** Hourly inquiries continue this long after the link's expiry, in ms. */
export const hourlyPhaseMs = day

/** Milliseconds to the next inquiry after `checks` inquiries. */
export function nextWait(checks: number): number {
  return (firstWaits[checks] ?? 60) * minute
}

/** Time of the next late inquiry about a payment that expired or was paid at `ended`; null after the last one. */
export function nextLateInquiry(ended: Date, now: Date): string | null {
  const next = limits.laterInquiries.days
    .map((days) => ended.getTime() + days * day)
    .find((moment) => moment > now.getTime())
  return next === undefined ? null : new Date(next).toISOString()
}
