import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/**
 * Connects four channels, once: one that posts, one that takes job posts in every language, one that is paused, and one
 * in which the bot may not post any more. Posts of the demo market stand in them.
 */
export async function connectChannels({ db, now }: Context): Promise<void> {
  if (await db.selectFrom('channels').select('id').limit(1).executeTakeFirst()) return
  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * 60_000).toISOString()
  const connectedAt = minutesAgo(60 * 24 * 20)
  const common = { per_hour: 20, takes_since: connectedAt, next_at: connectedAt, checked_at: connectedAt }
  const lost = { lost_reason: 'no_right' as const, lost_since: minutesAgo(98) }
  const channels = await db
    .insertInto('channels')
    .values([
      {
        ...common,
        chat_id: -1003000000001,
        title: 'Заказы для дизайнеров',
        username: 'otklik_design',
        kind: 'order',
        category_ids: [301, 302],
        language: 'ru',
      },
      {
        ...common,
        chat_id: -1003000000002,
        title: 'Отклик: разработка',
        username: 'otklik_dev',
        category_ids: [100, 201],
        language: 'ru',
      },
      {
        ...common,
        chat_id: -1003000000003,
        title: 'Otklik jobs',
        username: 'otklik_en',
        kind: 'vacancy',
        language: 'en',
        state: 'paused',
      },
      {
        ...common,
        ...lost,
        missing_rights: ['can_post_messages'],
        chat_id: -1003000000004,
        title: 'Съёмка и видео',
        username: null,
        language: 'ru',
      },
    ])
    .returning('id')
    .execute()
  for (const [index, { id }] of channels.entries())
    await sql`
      insert into channel_posts (channel_id, listing_id, state, message_id, opened, posted_at, created_at)
      select ${id}, id, 'posted', id, 11, ${minutesAgo(14 + index * 60 * 9)}, ${minutesAgo(30 + index * 60 * 9)}
      from listings where status = 'published' order by id limit ${12 - index * 3}`.execute(db)
  const silent = channels.at(-1)?.id
  await sql`
    insert into channel_posts (channel_id, listing_id, created_at)
    select ${silent}, id, ${minutesAgo(98)} from listings
    where status = 'published' order by id desc limit 3`.execute(db)
  await sql`update responses set channel_id = ${channels[0]?.id} where id % 3 = 0`.execute(db)
}
