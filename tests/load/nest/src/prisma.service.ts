import { Injectable } from '@nestjs/common'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.js'

// What JSON has no number for; all ids and sums fit one.
Object.assign(BigInt.prototype, {
  toJSON(this: bigint) {
    return Number(this)
  },
})

@Injectable()
export class PrismaService extends PrismaClient {
  constructor() {
    super({
      adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 8 }),
      // Under load a transaction waits for its connection instead of failing.
      transactionOptions: { maxWait: 30_000, timeout: 30_000 },
    })
  }

  /** People whom the viewer does not meet, in either direction. */
  async hiddenFrom(viewer: number): Promise<bigint[]> {
    const rows = await this.user_blocks.findMany({
      where: { OR: [{ user_id: viewer }, { blocked_id: viewer }] },
    })
    return rows.map((row) => (Number(row.user_id) === viewer ? row.blocked_id : row.user_id))
  }
}
