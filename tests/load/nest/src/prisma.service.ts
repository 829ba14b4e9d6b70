import { Injectable } from '@nestjs/common'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.js'

// JSON has no bigint; all ids and sums fit a number.
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
      // Under load a transaction waits for a connection instead of failing.
      transactionOptions: { maxWait: 30_000, timeout: 30_000 },
    })
  }

  /** People blocked by the viewer or blocking them. */
  async hiddenFrom(viewer: number): Promise<bigint[]> {
    const rows = await this.user_blocks.findMany({
      where: { OR: [{ user_id: viewer }, { blocked_id: viewer }] },
    })
    return rows.map((row) => (Number(row.user_id) === viewer ? row.blocked_id : row.user_id))
  }
}
