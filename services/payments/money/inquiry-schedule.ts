import { limits } from '#contract/limits.ts'

const minute = 60_000
const day = 24 * 60 * minute
/**
 * Minutes between the first inquiries about an open invoice. Later ones are hourly, until a day after its link expires.
 */
const firstWaits = [1, 2, 5, 10, 30]

/** Milliseconds after the link's expiry for which hourly inquiries continue. */
export const hourlyPhaseMs = day

/** Milliseconds from inquiry number `checks` to the next one. */
export function nextWait(checks: number): number {
  return (firstWaits[checks] ?? 60) * minute
}

/**
 * Time of the next late inquiry about a payment whose link expired, or that was paid, at `ended`; null after the last
 * one.
 */
export function nextLateInquiry(endedAt: Date, now: Date): string | null {
  const next = limits.laterInquiries.days
    .map((days) => endedAt.getTime() + days * day)
    .find((moment) => moment > now.getTime())
  return next === undefined ? null : new Date(next).toISOString()
}
