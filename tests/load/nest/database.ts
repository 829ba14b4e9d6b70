import { createParamDecorator, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common'
import { PrismaPg } from '@prisma/adapter-pg'
import jwt from 'jsonwebtoken'
import { type Prisma, PrismaClient } from './generated/client.js'
import { type CardRow, card, hasResponded, toCard } from './replies.js'

const secretByKey = new Map(process.env.JWT_SECRETS?.split(',').map((pair) => pair.split(/:(.*)/s) as [string, string]))
/** Returns the id of the person who calls, from the product's session token. */
export const Viewer = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const token = String(context.switchToHttp().getRequest().headers.authorization).replace('Bearer ', '')
  try {
    const kid = jwt.decode(token, { complete: true })?.header.kid ?? ''
    return Number(jwt.verify(token, secretByKey.get(kid) ?? '', { algorithms: ['HS256'] }).sub)
  } catch {
    throw new UnauthorizedException()
  }
})

@Injectable()
export class Database extends PrismaClient {
  constructor() {
    // Under load, a transaction waits for a free connection instead of failing.
    const transactionOptions = { maxWait: 30_000, timeout: 30_000 }
    super({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 8 }), transactionOptions })
  }

  /** Returns the people whom the viewer has blocked, and the people who have blocked the viewer. */
  async hiddenFrom(viewer: number) {
    const rows = await this.user_blocks.findMany({ where: { OR: [{ user_id: viewer }, { blocked_id: viewer }] } })
    return rows.map(({ user_id, blocked_id }) => (Number(user_id) === viewer ? blocked_id : user_id))
  }

  /** Reads cards. Queries tags, places and new responses only if the page has any. */
  async cards(viewer: number, rows: CardRow[]) {
    const ids = rows.flatMap((row) => row.tags)
    const tags = ids.length ? await this.tags.findMany({ where: { id: { in: ids } } }) : []
    const names = new Map(tags.map(({ id, name }) => [Number(id), name]))
    const count = (where: Prisma.responsesWhereInput) => this.responses.count({ where })
    const cards = rows.map(async (row) => {
      const { id: listing_id, responses: [mine] } = row
      const placedAbove = { OR: [{ boosted_at: { not: null } }, { created_at: { lt: mine?.created_at } }] }
      const place = mine ? 1 + (await count({ listing_id, ...hasResponded, ...placedAbove })) : 0
      const isOwn = Number(row.author_id) === viewer
      const new_responses = isOwn ? await count({ listing_id, status: 'no_show' }) : 0
      return toCard(row, viewer, { tags: row.tags.map((id) => names.get(id) ?? ''), place, new_responses })
    })
    return Promise.all(cards)
  }

  async cardsOf(viewer: number, ids: bigint[]) {
    const rows = await this.listings.findMany({ where: { id: { in: ids } }, include: card(viewer) })
    return new Map((await this.cards(viewer, rows)).map((one) => [one.id, one]))
  }
}
