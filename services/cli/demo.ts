import { connect } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { ownerUrl } from './environment.ts'
import type { Outcome } from './output.ts'
import { demandYes } from './prompts.ts'
import type { Session } from './session.ts'

/** Fills the market with invented people, orders and vacancies, to look at; what is there stays. */
export async function demo(session: Session, { yes = false }: { yes?: boolean }): Promise<Outcome> {
  const url = ownerUrl(session.env)
  const before = await countListings(url)
  await demandYes(
    session,
    `Invented people and listings will stand among ${before} listings, and no command takes them away again.`,
    yes,
  )
  session.output.note('Filling the market …')
  await seed(url, { demo: true })
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
