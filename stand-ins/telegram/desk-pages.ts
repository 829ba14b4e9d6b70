import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = join(import.meta.dirname, 'desk', 'dist')

const page = (body: string) =>
  `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Telegram</title><body style="font:17px/1.5 system-ui;max-width:34em;margin:15vh auto;padding:0 1em">${body}</body></html>`

const notBuilt = page(
  '<h2>The desk is not built yet</h2><p>Run <code>npm run build</code> and reload this page.</p>' +
    '<p>The Bot API and the control API work without it.</p>',
)

/**
 * Page for t.me links. Inside a frame of the desk page it notifies the desk page. Otherwise it opens the desk page,
 * which follows the link.
 */
const linkPage = page(
  `<p>Telegram…</p><script>
const link = location.pathname.slice('/__desk/t.me/'.length) + location.search
if (parent !== window) parent.postMessage({ desk_link: link }, '*')
else location.replace('/__desk/?tme=' + encodeURIComponent(link))
</script>`,
)

/** The page of the desk and the URLs that redirect to it. */
export function deskRoutes(app: FastifyInstance) {
  app.get('/__desk', (_request, reply) => reply.redirect('/__desk/'))
  app.get('/__desk/t.me/*', (_request, reply) => reply.type('text/html').send(linkPage))
  app.get('/__desk/', (_request, reply) =>
    existsSync(join(dist, 'index.html'))
      ? reply.header('cache-control', 'no-store').sendFile('index.html')
      : reply.code(503).type('text/html').send(notBuilt),
  )
  void app.register(fastifyStatic, {
    root: dist,
    prefix: '/__desk/',
    index: false,
    wildcard: true,
    logLevel: 'silent',
  })
}
