import { tariffs } from '../reference/lists.ts'

/** Times, people and prices that every part of the demo market needs. */
export type DemoTime = {
  hoursAgo(hours: number): string
  /**
   * End of a day in Moscow, which is 20:59:59 UTC. A deadline that is given as a date without a time means this moment.
   */
  endOfDay(days: number): string
  /** Id of the person with a Telegram id. */
  person(telegram_id: number): number
  /** Id of the moderator who made all decisions in the demo. */
  moderator: number
  /** Prices of a placement and of a boost, in kopecks. */
  placement: number
  boost: number
}

const hour = 3_600_000

export function demoTime(now: Date, people: Map<number, number>): DemoTime {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hour).toISOString()
  const price = (product: string) => tariffs.find((tariff) => tariff.product === product)?.amount ?? 0
  const person = (telegram_id: number) => {
    const id = people.get(telegram_id)
    if (id === undefined) throw new Error(`nobody has telegram id ${telegram_id}`)
    return id
  }
  return {
    hoursAgo,
    endOfDay: (days) => `${hoursAgo(-24 * days).slice(0, 10)}T20:59:59Z`,
    person,
    moderator: person(5_000_000_000_000_001),
    placement: price('project'),
    boost: price('response'),
  }
}
