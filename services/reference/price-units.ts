/** Ids of the price units that rules know by themselves (db/reference/lists.ts). Every other one is a part of the work. */
export const priceUnits = { wholeWork: 1, hour: 2 } as const
