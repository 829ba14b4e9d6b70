import type { GuideProgress, Message, Sight } from './types.ts'
import type { World } from './world.ts'

/** The pattern with known values inserted; undefined if one is unknown. */
function pattern(text: string, { known }: GuideProgress): RegExp | undefined {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  if (names.some((name) => !known[name])) return undefined
  return new RegExp(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `(?:${known[name]?.join('|')})`))
}

/** True if the response to this request may complete a step, so it has to be read. */
export function needsResponse(world: World, request: string): boolean {
  return world.options.guide.some(({ done_when }) =>
    done_when.some((sight) => matchesRequest(world, sight, request)),
  )
}

function matchesRequest(world: World, sight: Sight, request: string): boolean {
  if (!('request' in sight)) return false
  return pattern(`^${sight.request}$`, world.data.guide)?.test(request) ?? false
}

export function checkResponse(world: World, request: string, answer: string) {
  finish(world, (sight) =>
    'request' in sight && matchesRequest(world, sight, request)
      ? pattern(sight.answer, world.data.guide)?.exec(answer)
      : undefined,
  )
}

/** Watches the bot's messages in private chats. */
export function watchMessages(world: World) {
  world.bus.listen((event) => {
    if ((event.type !== 'message' && event.type !== 'message_edited') || event.chat_id < 0) return
    const message = event.message as Message
    if (!message.from.is_bot) return
    const told = JSON.stringify(message)
    finish(world, (sight) =>
      'message' in sight ? pattern(sight.message, world.data.guide)?.exec(told) : undefined,
    )
  })
}

function finish(world: World, look: (sight: Sight) => RegExpExecArray | null | undefined) {
  const { guide } = world.data
  let isNews = false
  for (const step of world.options.guide)
    for (const sight of step.done_when) {
      const seen = look(sight)
      if (!seen) continue
      for (const [name, value] of Object.entries(seen.groups ?? {}))
        if (!guide.known[name]?.includes(value)) guide.known[name] = [...(guide.known[name] ?? []), value]
      if (guide.done.includes(step.id)) continue
      guide.done.push(step.id)
      isNews = true
    }
  if (isNews) world.bus.emit({ type: 'guide' })
}
