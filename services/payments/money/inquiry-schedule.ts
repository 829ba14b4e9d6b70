import { limits } from '#contract/limits.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Waits between inquiries about an open invoice, in minutes; then hourly until a day after its end. */
const schedule = [1, 2, 5, 10, 30]

/** How long after its end a link is asked about every hour. */
export const hourlyAfterwards = day

/** Milliseconds until the inquiry after `checks` inquiries about an invoice. */
export function waitAfter(checks: number): number {
  return (schedule[checks] ?? 60) * minute
}

/** When a payment is asked about again whose link ended, or that was paid, at `ended`; null = no more. */
export function laterInquiry(ended: Date, now: Date): string | null {
  const next = limits.laterInquiries.days
    .map((days) => ended.getTime() + days * day)
    .find((moment) => moment > now.getTime())
  return next === undefined ? null : new Date(next).toISOString()
}
