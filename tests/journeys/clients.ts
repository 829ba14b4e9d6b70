/**
 * The client in which the journeys are travelled, unless a test names one itself: `CLIENT=firefox npm test …` travels in
 * that client.
 */
export const clientOf = (): string => process.env.CLIENT ?? 'ios'
