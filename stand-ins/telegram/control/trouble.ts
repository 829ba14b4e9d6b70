import type { FastifyInstance } from 'fastify'
import { addFault } from '../bot-api/faults.ts'
import type { LimitSettings } from '../bot-api/limits.ts'
import { resetWorld } from '../state/creation.ts'
import type { Fault, World } from '../state/world.ts'
import type { ControlOptions } from './options.ts'

type Settings = Partial<World['settings']> & { time_scale?: number }

/** Control API calls for faults, rate limits, the clock and the reset. */
export function troubleRoutes(app: FastifyInstance, { world }: ControlOptions) {
  app.get('/faults', () => world.faults)
  app.post<{ Body: Partial<Fault> }>('/faults', (request, reply) =>
    reply.code(201).send(addFault(world, request.body)),
  )
  app.delete<{ Querystring: { id?: string } }>('/faults', (request) => {
    const { id } = request.query
    world.faults = id ? world.faults.filter((fault) => fault.id !== Number(id)) : []
    return world.faults
  })

  const limits = () => ({ ...world.limits.settings, refused: world.limits.refused })
  app.get('/limits', limits)
  app.post<{ Body: Partial<LimitSettings> | null }>('/limits', (request) => {
    world.limits.configure(request.body ?? undefined)
    return limits()
  })

  app.post<{ Body: Settings }>('/settings', (request) => {
    const { time_scale, ...settings } = request.body
    if (time_scale !== undefined) world.clock.scale = time_scale
    Object.assign(world.settings, settings)
    return { ...world.settings, time_scale: world.clock.scale }
  })

  app.post('/reset', () => {
    resetWorld(world)
    return { ok: true }
  })
}
