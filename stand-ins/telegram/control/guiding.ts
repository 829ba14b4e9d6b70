import type { FastifyInstance } from 'fastify'
import type { ControlOptions } from './options.ts'

/** Control API calls that list the steps of the guide, each marked as done or not, and reset them. */
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
