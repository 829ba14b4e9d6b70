/** Units in which the product states how long moderation usually takes; the texts are `…usual.<unit>`. */
export const timeUnits = ['minute', 'hour', 'day'] as const
export type ServiceTime = { unit: (typeof timeUnits)[number]; count: number }
