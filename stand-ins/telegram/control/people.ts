import type { FastifyInstance } from 'fastify'
import { allowWriting, type PersonMessage, sendAsPerson, setBlocked } from '../state/acting.ts'
import { publicMessage } from '../state/messages.ts'
import { addPerson, getPerson, setGroups } from '../state/people.ts'
import type { Person, PersonInput } from '../state/types.ts'
import type { World } from '../state/world.ts'
import type { ControlOptions } from './options.ts'

type WithId = { Params: { id: string } }

/** A person as the desk page shows them. */
function withGroups(world: World, person: Person) {
  const { moderators_chat_id, ops_chat_id } = world.options
  const isInGroup = (id: number) => world.data.chats[id]?.members.includes(person.id)
  const groups = [isInGroup(moderators_chat_id) && 'moderators', isInGroup(ops_chat_id) && 'ops'].filter(
    Boolean,
  )
  return { ...person, groups }
}

export function peopleRoutes(app: FastifyInstance, { world }: ControlOptions) {
  const personOf = (request: { params: { id: string } }) => getPerson(world, Number(request.params.id))

  app.get('/users', () => Object.values(world.data.people).map((person) => withGroups(world, person)))

  app.post<{ Body: Partial<PersonInput> }>('/users', (request, reply) => {
    const body = request.body ?? {}
    const id = body.id ?? 7_100_000_000 + world.data.next_serial++
    const person = addPerson(world, { first_name: 'Новый человек', ...body, id })
    return reply.code(201).send(withGroups(world, person))
  })

  app.patch<WithId & { Body: Partial<PersonInput> }>('/users/:id', (request) => {
    const person = personOf(request)
    const { groups, id: _, ...change } = request.body ?? {}
    Object.assign(person, change)
    if (groups) setGroups(world, person.id, groups)
    world.bus.emit({ type: 'person', user_id: person.id })
    return withGroups(world, person)
  })

  app.post<WithId & { Body: { payload?: string } | null }>('/users/:id/start', (request) => {
    const payload = request.body?.payload
    const person = personOf(request)
    setBlocked(world, person, false)
    return publicMessage(sendAsPerson(world, person, { text: payload ? `/start ${payload}` : '/start' }))
  })

  app.post<WithId & { Body: PersonMessage }>('/users/:id/send', (request) =>
    publicMessage(sendAsPerson(world, personOf(request), request.body)),
  )

  for (const [path, blocked] of [
    ['block', true],
    ['unblock', false],
  ] as const)
    app.post<WithId>(`/users/:id/${path}`, (request) => {
      const person = personOf(request)
      setBlocked(world, person, blocked)
      return withGroups(world, person)
    })

  app.post<WithId>('/users/:id/write-access', (request) => {
    const person = personOf(request)
    allowWriting(world, person)
    return withGroups(world, person)
  })
}
