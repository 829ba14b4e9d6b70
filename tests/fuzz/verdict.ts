import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contract/calls/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import type { RequestDraft } from './requests.ts'

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

function problemOf({ statusCode, headers, body }: Answer): string | undefined {
  if (!String(headers['content-type']).startsWith('application/json')) return 'a refusal that is not JSON'
  const problem = JSON.parse(body) as Record<string, unknown>
  const keys = Object.keys(problem).sort().join()
  if (keys !== 'code,details,message,request_id,statusCode') return `a refusal of another shape: ${keys}`
  if (errors[problem.code as ErrorCode] !== statusCode || problem.statusCode !== statusCode)
    return `the status ${statusCode} with the code ${problem.code}`
  return problem.message ? undefined : 'a refusal without words'
}

/** True if the path is well-formed. A garbled path may lead to another call with another reply. */
function reachesCall({ params }: RequestDraft): boolean {
  return Object.values(params).every((value) => typeof value !== 'object')
}

/**
 * Describes the fault of an answer. Returns undefined if the answer has the shape of a problem or of the contract's
 * reply.
 */
export function describeFault(call: Call, draft: RequestDraft, answer: Answer): string | undefined {
  const { statusCode, headers, body } = answer
  if (statusCode >= 500) return `the status ${statusCode}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
  if (statusCode >= 400) return problemOf(answer)
  if (statusCode === 304) return call.cache ? undefined : 'nothing'
  if (call.as === 'redirect') return [302, 303].includes(statusCode) ? undefined : `the status ${statusCode}`
  if (statusCode !== 200) return `the status ${statusCode}`
  if (call.as && call.as !== 'json') return undefined
  const reply: unknown = JSON.parse(body)
  if (!reachesCall(draft)) return undefined
  const parseResult = call.reply.safeParse(reply)
  if (!parseResult.success) return `a reply of another shape: ${parseResult.error.message.slice(0, 300)}`
  return isDeepStrictEqual(parseResult.data, reply) ? undefined : 'a reply with undeclared fields'
}
