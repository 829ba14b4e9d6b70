import type { GuideProgress, Message, StepTrigger } from './types.ts'
import type { World } from './world.ts'

/** Inserts stored values into the placeholders of a step's pattern. Returns undefined if a value is not stored yet. */
function pattern(text: string, { known }: GuideProgress): RegExp | undefined {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  if (names.some((name) => !known[name])) return undefined
  return new RegExp(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `(?:${known[name]?.join('|')})`))
}

/** True if the response to this request may complete a step of the guide. Such a response has to be read. */
export function needsResponse(world: World, request: string): boolean {
  return world.options.guide.some(({ done_when }) =>
    done_when.some((trigger) => matchesRequest(world, trigger, request)),
  )
}

function matchesRequest(world: World, trigger: StepTrigger, request: string): boolean {
  if (!('request' in trigger)) return false
  return pattern(`^${trigger.request}$`, world.data.guide)?.test(request) ?? false
}

export function checkResponse(world: World, request: string, answer: string) {
  completeSteps(world, (trigger) =>
    'request' in trigger && matchesRequest(world, trigger, request)
      ? pattern(trigger.answer, world.data.guide)?.exec(answer)
      : undefined,
  )
}

/** Checks whether messages of the bot in private chats complete a step of the guide. */
export function watchMessages(world: World) {
  world.bus.listen((event) => {
    if ((event.type !== 'message' && event.type !== 'message_edited') || event.chat_id < 0) return
    const message = event.message as Message
    if (!message.from.is_bot) return
    const json = JSON.stringify(message)
    completeSteps(world, (trigger) =>
      'message' in trigger ? pattern(trigger.message, world.data.guide)?.exec(json) : undefined,
    )
  })
}

function completeSteps(
  world: World,
  matchTrigger: (trigger: StepTrigger) => RegExpExecArray | null | undefined,
) {
  const { guide } = world.data
  let hasNewStep = false
  for (const step of world.options.guide)
    for (const trigger of step.done_when) {
      const match = matchTrigger(trigger)
      if (!match) continue
      for (const [name, value] of Object.entries(match.groups ?? {}))
        if (!guide.known[name]?.includes(value)) guide.known[name] = [...(guide.known[name] ?? []), value]
      if (guide.done.includes(step.id)) continue
      guide.done.push(step.id)
      hasNewStep = true
    }
  if (hasNewStep) world.bus.emit({ type: 'guide' })
}
