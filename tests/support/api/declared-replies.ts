import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

const codes = Object.keys(errors) as [ErrorCode]
const Refusal = z.strictObject({
  statusCode: z.int(),
  code: z.enum(codes),
  message: z.string().min(1),
  details: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.string(),
})

/** Returns the reason why an answer violates the API contract; undefined if it does not. */
function findViolation(call: Call, status: number, payload: unknown): string | undefined {
  const text = payload instanceof Uint8Array ? Buffer.from(payload).toString() : payload
  if (typeof text !== 'string') return status === 200 ? 'no JSON' : undefined
  const reply: unknown = JSON.parse(text)
  const { success, data, error } = (status === 200 ? call.reply : Refusal).safeParse(reply)
  if (!success) return z.prettifyError(error)
  if (!isDeepStrictEqual(data, reply)) return `undeclared fields in ${text}`
  if (status !== 200 && errors[(data as z.output<typeof Refusal>).code] !== status) return text
  return undefined
}

/**
 * Checks every answer of a server against the API contract.
 * @returns the list of violations, which several servers may share; a test must fail if the list is not empty
 */
export function watchReplies(server: FastifyInstance, violations: string[] = []): string[] {
  server.addHook('onSend', async (request, reply, payload) => {
    const { call: name } = request.routeOptions.config
    const call: Call | undefined = calls[name as keyof typeof calls]
    const isPlain = reply.statusCode === 200 && call?.as !== undefined && call.as !== 'json'
    if (!call || isPlain || [302, 303, 304].includes(reply.statusCode)) return payload
    const problem = findViolation(call, reply.statusCode, payload)
    if (problem) violations.push(`${name} answered ${reply.statusCode}: ${problem}`)
    return payload
  })
  return violations
}
