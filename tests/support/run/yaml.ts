import { createRequire } from 'node:module'
import path from 'node:path'

/** The parser that knip reads its files with, in the version of the lock file. */
const requireOfKnip = createRequire(
  path.resolve(import.meta.dirname, '../../../node_modules/knip/package.json'),
)
const yaml = requireOfKnip('yaml') as { parse(text: string, options: { merge: boolean }): unknown }

/** What a YAML file says, with its merged blocks. @throws when it is not YAML */
export const parseYaml = (text: string): unknown => yaml.parse(text, { merge: true })
