import { readDemoMark } from '#db/demo-mark.ts'
import type { Db } from '#db/index.ts'
import type { Config } from './config.ts'

/** True if demo people may log in. Production ignores the mark: its database may be a copy of a demo. */
export async function isDemo({ config, db }: { config: Config; db: Db }): Promise<boolean> {
  return config.NODE_ENV !== 'production' && (await readDemoMark(db)) !== undefined
}
