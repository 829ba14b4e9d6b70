import { z } from 'zod'

/** ISO 8601 in UTC. */
export const Time = z.string()

/** Major units with at most two decimals. */
export const Amount = z.number()
