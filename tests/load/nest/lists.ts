import { readFileSync } from 'node:fs'
import { Body, Controller, Get, HttpCode, ParseIntPipe, Post, Query } from '@nestjs/common'
import { Type } from 'class-transformer'
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator'
import { Database, Viewer } from './database.js'
import type { Prisma } from './generated/client.js'
import { card, listedPersonInclude, response, toCategory, toListed, toResponse } from './replies.js'

const years = { none: [0, 0], lt1: [0, 1], y1_2: [1, 2], y1_3: [1, 3], y3_6: [3, 6], gt6: [6, 60] }
const byRating = { rating: { sort: 'desc', nulls: 'last' } } satisfies Prisma.usersOrderByWithRelationInput
const sorts = {
  newest: [{ listed_at: 'desc' }, { id: 'desc' }],
  high_budget: [{ price_base: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  low_budget: [{ price_base: 'asc' }, { id: 'asc' }],
  min_competition: [{ responses_count: 'asc' }, { id: 'asc' }],
  close_deadline: [{ deadline: 'asc' }, { id: 'asc' }],
  own: [{ id: 'desc' }],
} satisfies Record<string, Prisma.listingsOrderByWithRelationInput[]>
const ranking = readFileSync(new URL('../ranking.sql', import.meta.url), 'utf8')
const maxReported = 1000

class Filters {
  @IsOptional() @IsInt() category_id?: number
  @IsOptional() @IsNumber() price_from?: number
  @IsOptional() @IsNumber() price_to?: number
  @IsOptional() @IsBoolean() is_remote?: boolean
  @IsOptional() @IsIn(Object.keys(years)) experience?: keyof typeof years
  @IsOptional() @IsString() search?: string
  @IsOptional() @IsInt() client_id?: number
  @IsOptional() @IsString() skills?: string
  @IsOptional() @IsBoolean() is_free?: boolean
  @IsOptional() @IsString() city?: string
  @IsOptional() @IsNumber() rating_from?: number
}
class Pagination {
  @IsOptional() @IsInt() @Min(1) page?: number
  @IsInt() @Min(1) @Max(100) per_page: number
  @IsOptional() @IsString() cursor?: string
}
class ListRequest {
  @ValidateNested() @Type(() => Filters) filters: Filters
  @IsOptional() @IsIn(Object.keys(sorts)) sort: keyof typeof sorts
  @ValidateNested() @Type(() => Pagination) pagination: Pagination
}

const pageInfo = ({ page = 1, per_page }: Pagination, matchCount: number) => {
  const total = Math.min(matchCount, maxReported)
  return { page, per_page, total, pages: Math.ceil(total / per_page), is_capped: matchCount > maxReported }
}
const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

@Controller()
export class Lists {
  constructor(private readonly db: Database) {}

  @Post('api/projects') @HttpCode(200)
  async list(@Viewer() viewer: number, @Body() { filters, sort, pagination }: ListRequest) {
    const { page = 1, per_page, cursor } = pagination
    const isOwn = filters.client_id === viewer
    const ownCondition = { kind: 'order', author_id: viewer, status: { not: 'deleted' } }
    const where = isOwn ? ownCondition : await this.matching(viewer, filters, sort)
    const orderBy = sorts[isOwn ? 'own' : sort]
    const [rows, found] = await Promise.all([
      this.db.listings.findMany({
        where: cursor ? { AND: [where, this.behind(cursor)] } : where,
        include: card(viewer),
        orderBy,
        take: per_page,
        skip: cursor ? 0 : (page - 1) * per_page,
      }),
      this.db.listings.count({ where, take: maxReported + 1 }),
    ])
    const last = rows[per_page - 1]
    const next_cursor = last ? cursorOf(isOwn ? 'own' : sort, last.listed_at, last.id) : null
    const items = await this.db.cards(viewer, rows)
    return { items, pagination: { ...pageInfo(pagination, found), next_cursor } }
  }

  private async matching(viewer: number, filters: Filters, sort: string): Promise<Prisma.listingsWhereInput> {
    const { category_id: id, price_from, price_to, is_remote, experience, search } = filters
    const prices = { gte: price_from && price_from * 100, lte: price_to && price_to * 100 }
    const [low, high] = experience ? years[experience] : []
    const hiddenAuthors = await this.db.hiddenFrom(viewer)
    const leaves = id ? await this.db.categories.findMany({ where: { OR: [{ id }, { parent_id: id }] } }) : undefined
    return {
      kind: 'order',
      status: 'published',
      author_id: { notIn: hiddenAuthors },
      category_id: leaves && { in: leaves.map((leaf) => leaf.id) },
      price_base: price_from || price_to ? prices : undefined,
      is_remote,
      OR: experience && [{ experience_min: null }, { experience_min: { lte: high }, experience_max: { gte: low } }],
      id: search ? { in: await this.findMatchingOrderIds(search) } : undefined,
      deadline: sort === 'close_deadline' ? { gt: new Date() } : undefined,
    }
  }

  /**
   * Returns the ids of the newest orders that match a text search. The statement is raw SQL, because Prisma has no
   * filter for full-text search.
   */
  private async findMatchingOrderIds(search: string): Promise<bigint[]> {
    const rows = await this.db.$queryRaw<{ id: bigint }[]>`
      select id from listings where kind = 'order' and status = 'published' and search @@ (
        select websearch_to_tsquery('russian', q)
          || (websearch_to_tsquery('russian', regexp_replace(q, '[[:alnum:]]+$', ''))
            && (quote_literal(substring(q from '[[:alnum:]]+$')) || ':*')::tsquery)
        from (select ${search.toLowerCase()}::text as q) asked)
      order by listed_at desc, id desc limit ${maxReported + 1}`
    return rows.map(({ id }) => id)
  }

  private behind(cursor: string): Prisma.listingsWhereInput {
    const [, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const at = new Date(String(key).replace(' ', 'T').replace('+00', 'Z'))
    return { OR: [{ listed_at: { lt: at } }, { listed_at: at, id: { lt: id } }] }
  }

  @Post('api/users/freelancer_jobs') @HttpCode(200)
  async collection(
    @Viewer() viewer: number,
    @Body('limit', ParseIntPipe) limit: number,
    @Body('offset', ParseIntPipe) offset: number,
  ) {
    const me = await this.db.users.findUniqueOrThrow({ where: { id: viewer }, include: { category: true } })
    if (me.is_client) {
      const freelancers = await this.listAvailableFreelancers(viewer, limit, offset)
      return { user_category_name: null, projects: [], vacancies: [], freelancers }
    }
    const of = async (kind: string) => {
      // The ranking is raw SQL, because Prisma cannot express it.
      type Ranked = { id: bigint; reason: string; why: object }
      const rankedRows = await this.db.$queryRawUnsafe<Ranked[]>(ranking, viewer, kind, limit, offset)
      const cards = await this.db.cardsOf(viewer, rankedRows.map(({ id }) => id))
      return rankedRows.map(({ id, reason, why }) => ({ ...cards.get(id), reason, why }))
    }
    const [projects, vacancies] = await Promise.all([of('order'), of('vacancy')])
    const user_category_name = toCategory(me.category)?.name ?? null
    return { user_category_name, projects, vacancies, freelancers: [] }
  }

  /**
   * Returns available freelancers in the categories of the client's five latest listings. Without listings, returns
   * them in all categories.
   */
  private async listAvailableFreelancers(viewer: number, limit: number, offset: number) {
    const recentListings = await this.db.listings.groupBy({
      by: 'category_id',
      where: { author_id: viewer, category_id: { not: null }, status: { not: 'deleted' } },
      _max: { id: true },
      orderBy: { _max: { id: 'desc' } },
      take: 5,
    })
    const notIn = [BigInt(viewer), ...(await this.db.hiddenFrom(viewer))]
    const results = await Promise.all(
      (recentListings.length ? recentListings : [{ category_id: undefined }]).map(({ category_id }) =>
        this.db.users.findMany({
          where: { status: 'active', is_contractor: true, is_free: true, category_id, id: { notIn } },
          include: listedPersonInclude(viewer),
          orderBy: [byRating, { completed_count: 'desc' }, { id: 'asc' }],
          take: offset + limit,
        }),
      ),
    )
    return results.flat().slice(offset, offset + limit).map(toListed)
  }

  @Get('api/responses')
  async ownResponses(@Viewer() viewer: number, @Query('per_page', ParseIntPipe) per_page: number) {
    const ownCondition = { user_id: viewer, listing: { kind: 'order' } }
    const [rows, current, archived] = await Promise.all([
      this.db.responses.findMany({
        where: { ...ownCondition, is_archive: false },
        include: response,
        orderBy: { id: 'desc' },
        take: per_page + 1,
      }),
      this.db.responses.count({ where: { ...ownCondition, is_archive: false } }),
      this.db.responses.count({ where: { ...ownCondition, is_archive: true } }),
    ])
    const shownRows = rows.slice(0, per_page)
    const cards = await this.db.cardsOf(viewer, shownRows.map(({ listing_id }) => listing_id))
    const last = rows[per_page] && shownRows.at(-1)
    const items = shownRows.map((row) => {
      const project = cards.get(row.listing_id)
      const place = project?.my_response?.id === row.id ? project.my_response.place : null
      return { ...toResponse(row, place), item_status: row.listing.status, project, vacancy: null }
    })
    return { items, total: { current, archived }, next_cursor: last ? cursorOf('order', last.id, last.id) : null }
  }

  @Post('api/users/get_all_users') @HttpCode(200)
  async people(@Viewer() viewer: number, @Body() { filters, pagination }: ListRequest) {
    const { page = 1, per_page } = pagination
    const { category_id: id, skills, is_free, city, rating_from } = filters
    const where: Prisma.usersWhereInput = {
      status: 'active',
      is_contractor: true,
      id: { notIn: await this.db.hiddenFrom(viewer) },
      category: id ? { OR: [{ id }, { parent_id: id }] } : undefined,
      skills: skills ? { some: { name_key: skills.toLowerCase() } } : undefined,
      is_free,
      city,
      rating: rating_from ? { gte: rating_from } : undefined,
    }
    const [rows, found] = await Promise.all([
      this.db.users.findMany({
        where,
        include: listedPersonInclude(viewer),
        orderBy: [byRating, { id: 'desc' }],
        take: per_page + 1,
        skip: (page - 1) * per_page,
      }),
      this.db.users.count({ where, take: maxReported + 1 }),
    ])
    const last = rows[per_page] && rows[per_page - 1]
    const next_cursor = last ? Buffer.from(`${last.rating}:${last.id}`).toString('base64url') : null
    return { items: rows.slice(0, per_page).map(toListed), pagination: pageInfo(pagination, found), next_cursor }
  }

  @Get('favorites/projects')
  async favourites(@Viewer() viewer: number, @Query('per_page', ParseIntPipe) per_page: number) {
    const blocks = await this.db.user_blocks.findMany({ where: { blocked_id: viewer }, select: { user_id: true } })
    const notIn = blocks.map(({ user_id }) => user_id)
    const listing = { kind: 'order', status: { notIn: ['deleted', 'refunded'] }, author_id: { notIn } }
    const where = { user_id: viewer, listing }
    const [rows, total] = await Promise.all([
      this.db.favorite_listings.findMany({
        where,
        include: { listing: { include: card(viewer) } },
        orderBy: [{ created_at: 'desc' }, { listing_id: 'desc' }],
        take: per_page + 1,
      }),
      this.db.favorite_listings.count({ where }),
    ])
    const shownRows = rows.slice(0, per_page)
    const last = rows[per_page] && shownRows.at(-1)
    const items = await this.db.cards(viewer, shownRows.map(({ listing }) => listing))
    return { items, total, next_cursor: last ? cursorOf('order', last.created_at, last.listing_id) : null }
  }
}
