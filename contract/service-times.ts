/** Units in which people are told how long something takes, at most; words `…usual.<unit>`. */
export const timeUnits = ['minute', 'hour', 'day'] as const
export type ServiceTime = { unit: (typeof timeUnits)[number]; count: number }
