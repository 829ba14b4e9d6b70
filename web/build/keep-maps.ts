import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Moves source maps from the served folder to `<dist>/.maps`, because they are for operators only. Source paths become
 * relative to the project root: a release is installed elsewhere than it was built.
 * @param root project root
 */
export function keepSourceMaps(root: string): Plugin {
  return {
    name: 'keep-maps',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = path.join(dir, 'assets')
      const mapsFolder = path.join(dir, '.maps')
      await mkdir(mapsFolder, { recursive: true })
      for (const name of (await readdir(assets)).filter((file) => file.endsWith('.map'))) {
        const file = path.join(assets, name)
        const { sourcesContent: _, sources, ...map } = JSON.parse(await readFile(file, 'utf8'))
        const fromRoot = (source: string) => path.relative(root, path.resolve(assets, source))
        await writeFile(
          path.join(mapsFolder, name),
          JSON.stringify({ ...map, sources: sources.map(fromRoot) }),
        )
        await rm(file)
      }
    },
  }
}
