import type { Api } from '#tests/support/api/api.ts'

const day = 86_400_000
/**
 * For each of the last days, the oldest first: how often the order was shown in lists, and how often its page was
 * opened.
 */
const ownSteps = [
  [420, 61],
  [330, 48],
  [240, 37],
  [150, 24],
  [100, 16],
] as const

/** Titles of the closed listings. Their number shares no divisor with the number of authors, so each has several. */
const oldTitles = [
  'Логотип для пекарни',
  'Лендинг курса по фотографии',
  'Баннеры для распродажи',
  'Презентация для инвесторов',
  'Иконки для приложения',
  'Вёрстка рассылки',
  'Оформление канала',
]

/**
 * Inserts some days of statistics for a published listing. Also inserts closed listings of its category group that were
 * opened more often.
 */
export async function giveFunnel({ ctx }: Api, listing_id: number): Promise<void> {
  const { db } = ctx
  // The scene is prepared before each screenshot, but the rows may be inserted only once.
  if (await db.selectFrom('listing_days').select('day').limit(1).executeTakeFirst()) return
  const timeAgo = (daysAgo: number) => new Date(ctx.now().getTime() - daysAgo * day).toISOString()
  const { kind, category_id, author_id } = await db
    .selectFrom('listings')
    .select(['kind', 'category_id', 'author_id'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const days = ownSteps.map(([shown, opened], at) => ({
    listing_id,
    shown,
    opened,
    day: timeAgo(ownSteps.length - 1 - at).slice(0, 10),
  }))
  await db.insertInto('listing_days').values(days).execute()
  await db
    .updateTable('listings')
    .set({ published_at: timeAgo(ownSteps.length - 1), expires_at: timeAgo(ownSteps.length - 1 - 30) })
    .where('id', '=', listing_id)
    .execute()
  await db
    .updateTable('listing_views')
    .set({ views_count: ownSteps.reduce((sum, [, opened]) => sum + opened, 0) })
    .where('listing_id', '=', listing_id)
    .execute()
  const otherUsers = db.selectFrom('users').select('id').where('id', '<>', author_id).orderBy('id').limit(6)
  const authors = await otherUsers.execute()
  const oldMoment = timeAgo(20)
  for (let at = 0; at < 34; at += 1) {
    const row = {
      kind,
      category_id,
      title: oldTitles[at % oldTitles.length] ?? '',
      content_hash: crypto.randomUUID(),
      published_at: oldMoment,
    }
    const { id } = await db
      .insertInto('listings')
      .values({ ...row, status: 'archived', author_id: authors[at % authors.length]?.id ?? author_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('orders')
      .values({ listing_id: id, subtitle: 'т'.repeat(620) })
      .execute()
    await db
      .insertInto('listing_days')
      .values({ listing_id: id, day: oldMoment.slice(0, 10), shown: 1130, opened: 260 })
      .execute()
  }
}
