/** Units of a promised time; texts `…usual.<unit>`. */
export const timeUnits = ['minute', 'hour', 'day'] as const
export type ServiceTime = { unit: (typeof timeUnits)[number]; count: number }
