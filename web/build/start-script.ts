import { createHash } from 'node:crypto'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { shrink } from './smallest.ts'

/**
 * Builds the start script apart from the application, as one classic script that runs before the first
 * paint, and puts it first into the page. The content security policy allows no inline script.
 */
export function startScript(entry: string): Plugin {
  let fileName = 'start.js'
  const bundle = async () => {
    const build = await rolldown({ input: entry, platform: 'browser' })
    const { output } = await build.generate({ format: 'iife' })
    await build.close()
    return shrink(output[0].code)
  }
  return {
    name: 'start-script',
    async generateBundle() {
      const source = await bundle()
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      fileName = `assets/start-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use('/start.js', (_request, response, next) => {
        bundle().then((code) => {
          response.setHeader('Content-Type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  }
}
