import type { RunningApi } from '#tests/support/api/api.ts'

/** Invitations in every state, for the screenshots of all screens. */

type Api = Pick<RunningApi, 'ctx'>
const words = 'Видели ваш заказ для пекарни, нам нужен такой же разбор карточки товара.'

/** Inserts an invitation with a text by the author. */
export async function inviteTo({ ctx }: Api, listing_id: number, user_id: number): Promise<void> {
  await ctx.db
    .insertInto('invitations')
    .values({ listing_id, user_id, among: 40, words })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Inserts invitations by several authors to one person. The first is open, and the others are answered or ended. */
export async function inviteOften({ ctx }: Api, user_id: number, listing_ids: number[]): Promise<void> {
  const endedFields = {
    state: 'ended',
    end_reason: 'chosen_other',
    ended_at: ctx.now().toISOString(),
  } as const
  const states = [
    { state: 'declined', decline_reason: 'price' } as const,
    { state: 'responded' } as const,
    endedFields,
  ]
  await ctx.db
    .insertInto('invitations')
    .values(
      listing_ids.map((listing_id, n) => ({ listing_id, user_id, among: 12, ...states[n % states.length] })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Inserts answered invitations to an order. One person has declined for lack of time, one has responded. */
export async function answerInvitations({ ctx }: Api, listing_id: number, user_ids: number[]): Promise<void> {
  const states = [{ state: 'declined', decline_reason: 'busy' } as const, { state: 'responded' } as const]
  await ctx.db
    .insertInto('invitations')
    .values(user_ids.map((user_id, n) => ({ listing_id, user_id, among: 40, ...states[n % states.length] })))
    .onConflict((on) => on.doNothing())
    .execute()
}
