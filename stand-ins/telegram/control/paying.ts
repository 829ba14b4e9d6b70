import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ControlOptions } from './options.ts'

/** Forwards faults of the payment provider to its control API. */
export function paymentRoutes(app: FastifyInstance, { payments_origin }: ControlOptions) {
  async function forward(body: object, reply: FastifyReply): Promise<unknown> {
    if (!payments_origin) return reply.code(404).send({ error: 'there is no payment provider here' })
    const answer = await fetch(`${payments_origin}/_control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    if (!answer) return reply.code(502).send({ error: 'the payment provider does not answer' })
    return reply.code(answer.status).send(await answer.json())
  }

  app.get('/payments', (_request, reply) => forward({}, reply))
  app.post<{ Body: { faults: object[] } }>('/payments', ({ body }, reply) =>
    forward({ faults: body.faults }, reply),
  )
}
