import { DemoRefused } from '#db/demo-mark.ts'
import { connect } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { ownerUrl } from '#services/cli/environment.ts'
import { type Outcome, Refusal } from '#services/cli/output.ts'
import { requireYes } from '#services/cli/prompts.ts'
import type { Session } from '#services/cli/session.ts'

/**
 * Fills an empty database with demo people, orders and vacancies. It is refused in production, because the
 * demo data cannot be removed later.
 */
export async function demo(session: Session, { yes = false }: { yes?: boolean }): Promise<Outcome> {
  const url = ownerUrl(session.env)
  if (session.env.NODE_ENV === 'production')
    throw new Refusal('This installation is a real one (NODE_ENV=production): nobody invented may be in it.')
  const before = await countListings(url)
  await requireYes(
    session,
    'Invented people and listings will stand in this database, and no command takes them away again.',
    yes,
  )
  session.output.note('Filling the market …')
  await seed(url, { demo: true }).catch((error) => {
    throw error instanceof DemoRefused ? new Refusal(`${error.message} Use an empty one.`) : error
  })
  const after = await countListings(url)
  return {
    text: [after > before ? `${after - before} listings were added.` : 'The demo market is there already.'],
    data: { listings: after, added: after - before },
  }
}

async function countListings(url: string): Promise<number> {
  const db = connect(url, { max: 1, name: 'otklik-cli' })
  try {
    const { amount } = await db
      .selectFrom('listings')
      .select((eb) => eb.fn.countAll<number>().as('amount'))
      .executeTakeFirstOrThrow()
    return amount
  } finally {
    await db.destroy()
  }
}
