import type { FastifyInstance } from 'fastify'
import { limited } from '#services/api/request/rate-limits.ts'
import type { Context } from '#services/core/context.ts'
import { type Described, type Document, openapi } from './document.ts'

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const json = (value: unknown) => escapeText(JSON.stringify(value, null, 2) ?? '')

/** API document as an HTML page without scripts, because of the strict CSP. */
function documentPage({ info, paths, components }: Document): string {
  const resolve = ({ $ref, ...reply }: Described) =>
    components.responses[$ref?.split('/').at(-1) ?? ''] ?? reply
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  const folds = calls.map(
    (
      call,
    ) => `<details><summary><code>${escapeText(call.summary)}</code> ${escapeText(JSON.stringify(call['x-access']))}</summary>
      <p>${escapeText(call.description ?? '')}</p>
      <h3>Body</h3><pre>${json(call.requestBody ?? null)}</pre>
      <h3>Answers</h3><pre>${json(Object.fromEntries(Object.entries(call.responses).map(([status, reply]) => [status, resolve(reply)])))}</pre></details>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escapeText(info.title)}</title><h1>${escapeText(info.title)}, ${calls.length} calls</h1>
    <p><a href="/openapi.json">openapi.json</a></p>${folds.join('\n')}</html>`
}

/**
 * Serves the API document at /openapi.json and, outside production, as a page at /docs. It is built on the
 * first request.
 */
export function registerDocuments(app: FastifyInstance, ctx: Context): void {
  let cachedDocument: Document | undefined
  const document = () => (cachedDocument ??= openapi())
  const route = { config: limited(ctx, 'pages') }
  app.get('/openapi.json', route, async (_request, reply) => reply.send(document()))
  if (ctx.config.NODE_ENV === 'production') return
  app.get('/docs', route, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(documentPage(document())),
  )
}
