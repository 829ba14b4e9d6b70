import type { FastifyInstance } from 'fastify'
import type { ControlOptions } from './options.ts'

/** Steps of the guide and which are done. */
export function guideRoutes(app: FastifyInstance, { world }: ControlOptions) {
  app.get('/guide', () =>
    world.options.guide.map(({ done_when: _, ...step }) => ({
      ...step,
      is_done: world.data.guide.done.includes(step.id),
    })),
  )

  app.delete('/guide', () => {
    world.data.guide = { done: [], known: {} }
    world.bus.emit({ type: 'guide' })
    return { ok: true }
  })
}
