import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#services/core/project-root.ts'

const packageJson = readFileSync(path.join(projectRoot, 'package.json'), 'utf8')

/** Version of this release, read from `package.json`. */
export const version: string = (JSON.parse(packageJson) as { version: string }).version
