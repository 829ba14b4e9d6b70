import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#services/core/project-root.ts'

const read = readFileSync(path.join(projectRoot, 'package.json'), 'utf8')

/** The release that this is; `package.json` is the one place that says it. */
export const version: string = (JSON.parse(read) as { version: string }).version
