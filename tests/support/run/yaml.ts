import { createRequire } from 'node:module'
import path from 'node:path'

/** Resolves modules as Knip does, because the YAML parser is a dependency of Knip and not of this project. */
const requireOfKnip = createRequire(
  path.resolve(import.meta.dirname, '../../../node_modules/knip/package.json'),
)
const yaml = requireOfKnip('yaml') as { parse(text: string, options: { merge: boolean }): unknown }

/** Parses YAML with merged blocks. @throws if it is not YAML */
export const parseYaml = (text: string): unknown => yaml.parse(text, { merge: true })
