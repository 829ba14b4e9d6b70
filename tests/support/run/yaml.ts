import { createRequire } from 'node:module'
import path from 'node:path'

/** Knip's own YAML parser, so its version is the one of the lock file. */
const requireOfKnip = createRequire(
  path.resolve(import.meta.dirname, '../../../node_modules/knip/package.json'),
)
const yaml = requireOfKnip('yaml') as { parse(text: string, options: { merge: boolean }): unknown }

/** Parses YAML with merged blocks. @throws if it is not YAML */
export const parseYaml = (text: string): unknown => yaml.parse(text, { merge: true })
