import type { Context } from '#services/core/context.ts'

/** A launch of the mini-app, and the person's payments and files until their next launch. */
export interface LaunchReport {
  person: string
  device: string | null
  launched_at: string
  last_seen_at: string | null
  /** Payments of the person, each as a text with payment method and state. */
  payments: string[]
  /** Delivery states of the files that the person asked the bot to send. */
  files: string[]
}

/** Lists the launches of the mini-app in the last hours, newest first. */
export async function listLaunches(
  { db, now }: Pick<Context, 'db' | 'now'>,
  hours: number,
): Promise<LaunchReport[]> {
  const since = new Date(now().getTime() - hours * 3_600_000).toISOString()
  const launches = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.full_name', 'users.username'])
    .select(['sessions.device', 'sessions.created_at', 'sessions.last_seen_at'])
    .where('sessions.created_at', '>=', since)
    .orderBy('sessions.created_at', 'desc')
    .limit(100)
    .execute()
  const people = launches.map(({ id }) => id)
  if (people.length === 0) return []
  const payments = await db
    .selectFrom('payments')
    .select(['payer_id as user_id', 'created_at', 'id', 'rail', 'state'])
    .where('payer_id', 'in', people)
    .where('source', '<>', 'service')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute()
  const files = await db
    .selectFrom('deliveries')
    .select(['user_id', 'created_at', 'id', 'state'])
    .where('user_id', 'in', people)
    .where('kind', '=', 'file_copy')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute()
  return launches.map(({ id, full_name, username, device, created_at, last_seen_at }, at) => {
    // The list is sorted from the newest launch to the oldest, so a person's next launch is earlier in the list.
    const next = launches.slice(0, at).findLast((one) => one.id === id)?.created_at
    const isOfLaunch = (one: { user_id: number | null; created_at: unknown }) =>
      one.user_id === id &&
      time(one.created_at) >= time(created_at) &&
      (next === undefined || time(one.created_at) < time(next))
    return {
      person: username ? `@${username}` : full_name,
      device,
      launched_at: isoTime(created_at),
      last_seen_at: last_seen_at === null ? null : isoTime(last_seen_at),
      payments: payments.filter(isOfLaunch).map((one) => `${one.id} ${one.rail} ${one.state}`),
      files: files.filter(isOfLaunch).map((one) => one.state),
    }
  })
}

const time = (moment: unknown) => new Date(moment as string).getTime()
const isoTime = (moment: unknown) => new Date(moment as string).toISOString()
