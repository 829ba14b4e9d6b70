import { limits } from '#contract/limits.ts'

const minute = 60_000
const day = 24 * 60 * minute
/**
 * Minutes between the first inquiries to the provider about an open invoice. Later inquiries are made every hour, until
 * a day after the payment link expires.
 */
const firstWaits = [1, 2, 5, 10, 30]

/** Milliseconds after the expiry of the payment link during which inquiries are made every hour. */
export const hourlyPhaseMs = day

/** Returns the milliseconds to wait before the next inquiry about a payment, after `checks` inquiries were made. */
export function nextWait(checks: number): number {
  return (firstWaits[checks] ?? 60) * minute
}

/**
 * Returns the time of the next late inquiry about a payment that was paid, or whose link expired, at `endedAt`. Null
 * after the last inquiry.
 */
export function nextLateInquiry(endedAt: Date, now: Date): string | null {
  const next = limits.laterInquiries.days
    .map((days) => endedAt.getTime() + days * day)
    .find((moment) => moment > now.getTime())
  return next === undefined ? null : new Date(next).toISOString()
}
