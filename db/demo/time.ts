import { tariffs } from '../reference/lists.ts'

/** What every part of the demo market needs: the moment it is dated from and who is who. */
export type DemoTime = {
  hoursAgo(hours: number): string
  /** The end of that day in Moscow, 20:59:59 UTC, as a date without an hour means. */
  endOfDay(days: number): string
  /** A person's id by telegram id. */
  person(telegram_id: number): number
  /** The moderator of all decisions in the demo data. */
  moderator: number
  /** Prices in kopecks. */
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
