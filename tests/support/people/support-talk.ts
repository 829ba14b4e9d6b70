import type { Context } from '#services/core/context.ts'

/** Inserts a question to support and the answer to it. */
export async function supportTalk({ db }: Context, user_id: number, staff_id: number) {
  const moment = '2026-03-01T09:00:00Z'
  const { id: case_id } = await db
    .insertInto('support_cases')
    .values({ user_id, staff_id, last_side: 'staff', last_at: moment, opened_at: moment })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messageFields = { case_id, chat_id: 7, said_at: moment, state: 'passed' } as const
  const [question, answer] = await db
    .insertInto('support_messages')
    .values([
      { ...messageFields, side: 'person', author_id: user_id, message_id: 1, content: 'Деньги списались' },
      {
        ...messageFields,
        side: 'staff',
        author_id: staff_id,
        message_id: 2,
        content: 'Деньги списались, ждём банк',
      },
    ])
    .returning('id')
    .execute()
  return { case_id, question_id: question?.id ?? 0, answer_id: answer?.id ?? 0 }
}
