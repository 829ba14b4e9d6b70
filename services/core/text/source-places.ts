import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { projectRoot } from '#services/core/project-root.ts'

/** Folder with the source maps of the mini-app built in this project (web/build/keep-maps.ts). */
const mapFolder = path.join(projectRoot, 'web/dist/.maps')
/** Pattern for a position in a built script of the mini-app, as browsers write it into a stack. */
const builtPosition = /(?:https?:\/\/[^\s()@/]+)?\/assets\/([\w-]+\.js):(\d+):(\d+)/g

/**
 * Replaces positions in built scripts of the mini-app by file, line and column of our sources. A position in a script
 * without a source map stays unchanged, because a browser may still run the previous release.
 * @param text a stack, or a report that contains one
 * @param folder of the source maps
 */
export async function resolvePositions(text: string, folder = mapFolder): Promise<string> {
  const scripts = new Set(Array.from(text.matchAll(builtPosition), ([, script = '']) => script))
  const maps = new Map<string, SourceMap>()
  for (const script of scripts) {
    const map = await readFile(path.join(folder, `${script}.map`), 'utf8').catch(() => undefined)
    if (map) maps.set(script, new SourceMap(JSON.parse(map)))
  }
  return text.replace(builtPosition, (place, script: string, line: string, column: string) => {
    const entry = maps.get(script)?.findEntry(Number(line) - 1, Number(column) - 1)
    return entry && 'originalSource' in entry
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : place
  })
}
