import { firstDemoId, readDemoMark } from '#db/demo-mark.ts'
import type { Context } from '#services/core/context.ts'
import { bad, type Finding, ok, warning } from './result.ts'

const about = 'demo people'

/**
 * Checks that no demo people exist in a real installation, where users may take them for real people. In development
 * with simulated Telegram, demo people are harmless.
 */
export async function checkDemo({ config, db }: Pick<Context, 'config' | 'db'>): Promise<Finding[]> {
  const mark = await readDemoMark(db)
  const people = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('telegram_id', '>=', firstDemoId)
    .orderBy('id')
    .execute()
  if (people.length === 0) return [ok(about, 'none')]
  if (mark?.staff && config.NODE_ENV !== 'production') return [ok(about, 'beside the stand-ins')]
  const names = people.map(({ id, full_name }) => `${full_name} (person ${id})`).join(', ')
  const cure =
    'Begin with an empty database before real people come; else close their access in the admin area.'
  return [mark && config.NODE_ENV !== 'production' ? warning(about, names, cure) : bad(about, names, cure)]
}
