import { z } from 'zod'

/** A time as ISO 8601 text in UTC. */
export const Time = z.string()

/** An amount of money in major units, such as roubles and not kopecks, with at most two decimals. */
export const Amount = z.number()
