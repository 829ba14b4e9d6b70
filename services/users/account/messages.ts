import type { Db } from '#db/index.ts'
import { supportButton, translateFor } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds } from '#services/notifications/kinds.ts'

async function findAccount(db: Db, user_id: number) {
  return db
    .selectFrom('users')
    .select(['status', 'block_reason'])
    .where('id', '=', user_id)
    .executeTakeFirst()
}

/** Message about the state of an account, sent only while the account is still in that state. */
function aboutAccount<K extends 'account_blocked' | 'account_restored'>(
  kind: K,
  status: 'blocked' | 'active',
): MessageKind<K> {
  return {
    async compose(ctx, { user_id }, reader) {
      const person = await findAccount(ctx.db, user_id)
      if (person?.status !== status) return null
      const reason = person.block_reason ?? translateFor(reader, 'account_blocked.no_reason')
      const text = translateFor(reader, kind, { reason })
      // A blocked person cannot open the app, so the message has only a button to support.
      return status === 'active' ? { text } : { text, keyboard: [[supportButton(ctx.config, reader)]] }
    },
  }
}

/** Messages about a person's own access to the product. */
export const accountMessages = {
  account_blocked: aboutAccount('account_blocked', 'blocked'),
  account_restored: aboutAccount('account_restored', 'active'),
} satisfies Partial<MessageKinds>
