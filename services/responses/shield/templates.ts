import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Print, printOf, sharedPercent } from './fingerprints.ts'

/** A person's own templates for responses. A response is refused if it is an unchanged template. */

const columns = ['id', 'body', 'created_at'] as const
/**
 * A response must not take this percentage of its text from a template. So a template passes if a third of it is
 * rewritten.
 */
const unchangedPercent = 67

export function listTemplates({ db, viewer }: UserContext) {
  const ownTemplates = db.selectFrom('response_templates').select(columns).where('user_id', '=', viewer.id)
  return ownTemplates.orderBy('id', 'desc').execute()
}

/** @throws list_full */
export async function addTemplate(ctx: UserContext, body: string) {
  const user_id = ctx.viewer.id
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes additions of one person wait for each other, so that two simultaneous additions cannot exceed the
    // limit.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const ownTemplates = await tx
      .selectFrom('response_templates')
      .select('id')
      .where('user_id', '=', user_id)
      .execute()
    const limit = limits.templates.count
    if (ownTemplates.length >= limit) throw new AppError('list_full', { limit })
    const created_at = ctx.now().toISOString()
    const reply = await tx
      .insertInto('response_templates')
      .values({ user_id, body, shingles: printOf(body).shingles, created_at })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await ctx.keepReply?.(tx, reply)
    return reply
  })
}

/** @throws not_found */
export async function removeTemplate({ db, viewer }: UserContext, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('response_templates')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}

type Template = { shingles: number[] }
export const shinglesOf = prepare((db, { user_id }: { user_id: number }) =>
  db.selectFrom('response_templates').select('shingles').where('user_id', '=', user_id),
)

/** @throws template_unchanged when two thirds of a text come from a template */
export function checkAgainstTemplates(templates: Template[], print: Print): void {
  if (templates.some(({ shingles }) => sharedPercent(print, { shingles }) >= unchangedPercent))
    throw new AppError('template_unchanged')
}
