import type { Fault, World } from '../state/world.ts'

/** Returns the fault for this call of the bot, if any, and decrements its `skip` and `times`. */
export function takeFault(world: World, method: string, params: unknown): Fault | undefined {
  for (const fault of world.faults) {
    if (fault.method !== '*' && fault.method.toLowerCase() !== method.toLowerCase()) continue
    if (fault.match && !JSON.stringify(params).includes(fault.match)) continue
    if (fault.skip > 0) {
      fault.skip--
      continue
    }
    if (fault.times > 0 && --fault.times === 0) world.faults.splice(world.faults.indexOf(fault), 1)
    return { ...fault }
  }
  return undefined
}

export function addFault(world: World, input: Partial<Fault>): Fault {
  const fault: Fault = {
    id: world.data.next_serial++,
    method: input.method ?? '*',
    match: input.match,
    skip: input.skip ?? 0,
    // A fault whose `times` is 0 stays until it is removed.
    times: input.times ?? 1,
    error_code: input.error_code ?? (input.retry_after ? 429 : undefined),
    description: input.description,
    retry_after: input.retry_after,
    delay_ms: input.delay_ms ?? 0,
    drop: input.drop,
    execute: input.execute ?? (input.drop === 'after' || input.drop === 'middle'),
  }
  world.faults.push(fault)
  return fault
}
