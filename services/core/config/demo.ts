import { readDemoMark } from '#db/demo-mark.ts'
import type { Db } from '#db/index.ts'
import type { Config } from './config.ts'

/** Whether people of the demo market may come in. A production process believes no mark: its database may be a copy. */
export async function isDemo({ config, db }: { config: Config; db: Db }): Promise<boolean> {
  return config.NODE_ENV !== 'production' && (await readDemoMark(db)) !== undefined
}
