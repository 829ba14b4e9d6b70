import { Injectable, NotFoundException } from '@nestjs/common'
import { Prisma } from './generated/client.js'
import type { ListDto } from './dto.js'
import { PrismaService } from './prisma.service.js'
import { answer, type CardRow, card, toAnswer, toCard, toRecord } from './shapes.js'

const most = 1000
const years: Record<string, [number, number]> = {
  none: [0, 0],
  lt1: [0, 1],
  y1_2: [1, 2],
  y1_3: [1, 3],
  y3_6: [3, 6],
  gt6: [6, 60],
}
const sorts: Record<string, Prisma.listingsOrderByWithRelationInput[]> = {
  newest: [{ listed_at: 'desc' }, { id: 'desc' }],
  high_budget: [{ price_base: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  low_budget: [{ price_base: 'asc' }, { id: 'asc' }],
  min_competition: [{ responses_count: 'asc' }, { id: 'asc' }],
  close_deadline: [{ deadline: 'asc' }, { id: 'asc' }],
  own: [{ id: 'desc' }],
}

@Injectable()
export class ListingsService {
  constructor(private readonly db: PrismaService) {}

  async list(viewer: number, { filters, sort, pagination }: ListDto) {
    const { page = 1, per_page, cursor } = pagination
    const isOwn = filters.client_id === viewer
    const where = isOwn
      ? { kind: 'order', author_id: viewer, status: { not: 'deleted' } }
      : await this.where(viewer, filters, sort)
    const order = isOwn ? 'own' : sort
    const behind = cursor ? [this.behind(cursor)] : []
    const [rows, found] = await Promise.all([
      this.db.listings.findMany({
        where: { AND: [where, ...behind] },
        include: card(viewer),
        orderBy: sorts[order],
        take: per_page,
        skip: cursor ? 0 : (page - 1) * per_page,
      }),
      // Prisma applies `take` inside the count.
      this.db.listings.count({ where, take: most + 1 }),
    ])
    const total = Math.min(found, most)
    const last = rows.length === per_page ? rows.at(-1) : undefined
    return {
      items: await this.cards(viewer, rows),
      pagination: {
        ...{ page, per_page, total },
        pages: Math.ceil(total / per_page),
        is_capped: found > most,
        next_cursor: last
          ? Buffer.from(JSON.stringify([order, last.listed_at, Number(last.id)])).toString('base64url')
          : null,
      },
    }
  }

  private async where(
    viewer: number,
    filters: ListDto['filters'],
    sort: string,
  ): Promise<Prisma.listingsWhereInput> {
    const { category_id, price_from, price_to, is_remote, experience, search } = filters
    const [low, high] = years[experience ?? ''] ?? []
    const [hidden, leaves, words] = await Promise.all([
      this.db.hiddenFrom(viewer),
      category_id
        ? this.db.categories.findMany({ where: { OR: [{ id: category_id }, { parent_id: category_id }] } })
        : [],
      search ? this.found(search) : undefined,
    ])
    return {
      kind: 'order',
      status: 'published',
      author_id: { notIn: hidden },
      ...(category_id && { category_id: { in: leaves.map(({ id }) => id) } }),
      ...((price_from || price_to) && {
        price_base: { gte: price_from && price_from * 100, lte: price_to && price_to * 100 },
      }),
      is_remote,
      ...(high !== undefined && {
        OR: [{ experience_min: null }, { experience_min: { lte: high }, experience_max: { gte: low } }],
      }),
      ...(words && { id: { in: words } }),
      ...(sort === 'close_deadline' && { deadline: { gt: new Date() } }),
    }
  }

  /** Raw SQL, because Prisma's filters lack full-text search; returns ids of the newest matches. */
  private async found(search: string): Promise<bigint[]> {
    const rows = await this.db.$queryRaw<{ id: bigint }[]>`
      select id from listings where kind = 'order' and status = 'published' and search @@ (
        select case when q::text like '%''' then (q::text || ':*')::tsquery else q end
        from (select websearch_to_tsquery('russian', ${search}) as q) asked)
      order by listed_at desc, id desc limit ${most + 1}`
    return rows.map(({ id }) => id)
  }

  private behind(cursor: string): Prisma.listingsWhereInput {
    const [, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const at = new Date(`${String(key).replace(' ', 'T').replace('+00', 'Z')}`)
    return { OR: [{ listed_at: { lt: at } }, { listed_at: at, id: { lt: id } }] }
  }

  /** Queries tags, places and new responses only if the page has any. */
  async cards(viewer: number, rows: CardRow[]) {
    const ids = rows.flatMap((row) => row.tags)
    const tags = new Map(
      ids.length
        ? (await this.db.tags.findMany({ where: { id: { in: ids } } })).map(({ id, name }) => [
            Number(id),
            name,
          ])
        : [],
    )
    return Promise.all(
      rows.map(async (row) => {
        const [mine] = row.responses
        const place = mine
          ? 1 +
            (await this.db.responses.count({
              where: {
                listing_id: row.id,
                status: { not: 'withdrawn' },
                OR: [{ boosted_at: { not: null } }, { created_at: { lt: mine.created_at } }],
              },
            }))
          : 0
        const fresh =
          Number(row.author_id) === viewer
            ? await this.db.responses.count({ where: { listing_id: row.id, status: 'no_show' } })
            : 0
        return toCard(
          row,
          viewer,
          row.tags.map((id) => tags.get(id) ?? ''),
          { place, fresh },
        )
      }),
    )
  }

  async byIds(viewer: number, ids: bigint[]) {
    const rows = await this.db.listings.findMany({ where: { id: { in: ids } }, include: card(viewer) })
    const byId = new Map((await this.cards(viewer, rows)).map((one) => [one.id, one]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async page(viewer: number, id: number) {
    const [row, rooms, blocked] = await Promise.all([
      this.db.listings.findUnique({ where: { id }, include: card(viewer) }),
      this.db.chat_rooms.findMany({
        where: { listing_id: id, OR: [{ user_low: viewer }, { user_high: viewer }] },
        select: { id: true },
      }),
      this.db.hiddenFrom(viewer),
    ])
    if (!row || blocked.includes(row.author_id)) throw new NotFoundException()
    const [shown] = await this.cards(viewer, [row])
    const record = await this.db.person_records.findUnique({ where: { user_id: row.author_id } })
    const [mine] = row.responses
    const own =
      mine && (await this.db.responses.findUniqueOrThrow({ where: { id: mine.id }, include: answer }))
    return {
      ...shown,
      author_record: toRecord(record),
      chats: rooms,
      responses: own ? [toAnswer(own, shown?.my_response?.place ?? null)] : [],
    }
  }

  async favourites(viewer: number, per_page: number) {
    const blocked = await this.db.user_blocks.findMany({
      where: { blocked_id: viewer },
      select: { user_id: true },
    })
    const where = {
      user_id: viewer,
      listing: {
        kind: 'order',
        status: { notIn: ['deleted', 'refunded'] },
        author_id: { notIn: blocked.map(({ user_id }) => user_id) },
      },
    }
    const [rows, total] = await Promise.all([
      this.db.favorite_listings.findMany({
        where,
        include: { listing: { include: card(viewer) } },
        orderBy: [{ created_at: 'desc' }, { listing_id: 'desc' }],
        take: per_page + 1,
      }),
      this.db.favorite_listings.count({ where }),
    ])
    const items = await this.cards(
      viewer,
      rows.slice(0, per_page).map(({ listing }) => listing),
    )
    const last = rows.length > per_page ? rows[per_page - 1] : undefined
    return {
      items,
      total,
      next_cursor: last
        ? Buffer.from(JSON.stringify([last.created_at, Number(last.listing_id)])).toString('base64url')
        : null,
    }
  }
}
