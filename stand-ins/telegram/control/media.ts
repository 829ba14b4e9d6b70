import type { FastifyInstance } from 'fastify'
import type { ControlOptions } from './options.ts'

/** Control API calls that return a file or an invoice by its id. */
export function mediaRoutes(app: FastifyInstance, { world }: ControlOptions) {
  app.get<{ Params: { file_id: string } }>('/files/:file_id', (request, reply) => {
    const file = world.data.files[request.params.file_id]
    if (!file) return reply.code(404).send({ error: 'no such file' })
    if (file.url) return reply.redirect(file.url)
    if (file.ref.file_name)
      reply.header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file.ref.file_name)}`,
      )
    const bytes = Buffer.from(file.base64 ?? '', 'base64')
    return reply.type(file.ref.mime_type ?? pictureType(bytes)).send(bytes)
  })

  app.get<{ Params: { slug: string } }>('/invoices/:slug', (request, reply) => {
    const invoice = world.data.invoices[request.params.slug]
    return invoice ?? reply.code(404).send({ error: 'no such invoice' })
  })
}

function pictureType(bytes: Buffer): string {
  if (bytes.subarray(1, 4).toString() === 'PNG') return 'image/png'
  if (bytes.subarray(0, 200).toString().includes('<svg')) return 'image/svg+xml'
  return bytes.subarray(8, 12).toString() === 'WEBP' ? 'image/webp' : 'image/jpeg'
}
