import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { guardScript } from './guard-script.ts'

/**
 * The scripts are inserted after the tag that sets the charset, because browsers look for the charset in the first
 * kilobyte of a page.
 */
const charset = '<meta charset="utf-8" />'

/**
 * Builds the start script separately, as a classic script that runs before the first paint. The script is inserted into
 * the page after the guard. The content security policy allows the script by its hash.
 */
export function startScript(entry: string): Plugin {
  let fileName = 'start.js'
  const bundle = async (dir?: string) => {
    const bundler = await rolldown({ input: entry, platform: 'browser' })
    const { output } = await bundler.generate({ dir, format: 'iife', minify: true, sourcemap: 'hidden' })
    await bundler.close()
    return output[0]
  }
  return {
    name: 'start-script',
    async generateBundle({ dir = '' }) {
      const { code, map } = await bundle(join(dir, 'assets'))
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
      fileName = `assets/start-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: code })
      this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: JSON.stringify(map) })
    },
    configureServer(server) {
      server.middlewares.use('/start.js', (_request, response, next) => {
        bundle().then(({ code }) => {
          response.setHeader('Content-Type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const scripts = `<script>${await guardScript()}</script>\n    <script src="/${fileName}"></script>`
        return html.replace(charset, (meta) => `${meta}\n    ${scripts}`)
      },
    },
  }
}
