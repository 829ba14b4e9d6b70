import type { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Call } from '#contract/calls/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { nameOf } from './named-shapes.ts'

const mediaTypes: Partial<Record<NonNullable<Call['as']>, string>> = {
  text: 'text/plain',
  file: 'application/octet-stream',
  stream: 'text/event-stream',
}

export const problemRef = '#/components/schemas/Problem'

/** All errors of a call: its own, and those of authentication, access and parsing. */
function errorsOf(call: Call): ErrorCode[] {
  const { access } = call
  const session: ErrorCode[] = ['unauthenticated', 'session_expired', 'blocked']
  const door: ErrorCode[] =
    access === 'launch'
      ? ['init_data_required', 'clock_wrong']
      : access === 'anyone' || access === 'provider'
        ? []
        : session
  const owner: ErrorCode[] = typeof access === 'object' && 'owner' in access ? ['not_found', 'not_owner'] : []
  const input: ErrorCode[] = call.params || call.query || call.body ? ['malformed', 'invalid_input'] : []
  return [...new Set([...door, ...owner, ...input, ...(call.errors ?? []), 'too_many_requests' as const])]
}

function refusal(codes: ErrorCode[]): ZodOpenApiResponseObject {
  return {
    id: codes.join('.'),
    description: codes.map((code) => `\`${code}\`: ${errorText('en', code)}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: problemRef } } },
  }
}

function success(reply: z.ZodType, as: Call['as']): ZodOpenApiResponseObject {
  if (as === 'redirect') return { id: 'Redirect', description: 'The browser is sent on.' }
  const type = mediaTypes[as ?? 'json'] ?? 'application/json'
  const id = type === 'application/json' ? nameOf(reply) : undefined
  return {
    ...(id && { id }),
    description: 'Done.',
    content: { [type]: { schema: as === 'file' ? {} : reply } },
  }
}

/**
 * Builds the responses of one document. Calls with the same reply, or the same error codes of one status, share one
 * object, which becomes a component.
 */
export function responsesOfCalls(): (call: Call) => ZodOpenApiResponsesObject {
  const made = new Map<unknown, ZodOpenApiResponseObject>()
  const shared = (key: unknown, make: () => ZodOpenApiResponseObject) => {
    const known = made.get(key) ?? make()
    made.set(key, known)
    return known
  }
  return (call) => {
    const byStatus = Map.groupBy(errorsOf(call), (code) => errors[code])
    const refusals = [...byStatus].map(([status, codes]) => [
      status,
      shared(codes.join('.'), () => refusal(codes)),
    ])
    const done = shared(call.as === 'redirect' ? call.as : call.reply, () => success(call.reply, call.as))
    return { [call.as === 'redirect' ? 302 : 200]: done, ...Object.fromEntries(refusals) }
  }
}
