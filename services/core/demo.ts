import { readDemoMark } from '#db/demo-mark.ts'
import type { Context } from './context.ts'

/** Whether people of the demo market may come in. A production process believes no mark: its database may be a copy. */
export async function isDemo({ config, db }: Pick<Context, 'config' | 'db'>): Promise<boolean> {
  return config.NODE_ENV !== 'production' && (await readDemoMark(db)) !== undefined
}
