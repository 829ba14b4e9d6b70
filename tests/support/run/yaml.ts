import { createRequire } from 'node:module'
import path from 'node:path'

/** Resolves the YAML parser from Knip's folder, because it is a dependency of Knip and not of this project. */
const requireOfKnip = createRequire(
  path.resolve(import.meta.dirname, '../../../node_modules/knip/package.json'),
)
const yaml = requireOfKnip('yaml') as { parse(text: string, options: { merge: boolean }): unknown }

/**
 * Parses YAML and resolves its merge keys.
 * @throws if the text is not YAML
 */
export const parseYaml = (text: string): unknown => yaml.parse(text, { merge: true })
