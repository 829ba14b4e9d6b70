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

/** Returns all error codes of a call: its own, and those of authentication, access and parsing. */
function errorsOf(call: Call): ErrorCode[] {
  const { access } = call
  const sessionErrors: ErrorCode[] = ['unauthenticated', 'session_expired', 'blocked']
  const entryErrors: ErrorCode[] =
    access === 'launch'
      ? ['init_data_required', 'clock_wrong']
      : access === 'anyone' || access === 'provider'
        ? []
        : sessionErrors
  const ownerErrors: ErrorCode[] =
    typeof access === 'object' && 'owner' in access ? ['not_found', 'not_owner'] : []
  const inputErrors: ErrorCode[] =
    call.params || call.query || call.body ? ['malformed', 'invalid_input'] : []
  return [
    ...new Set([
      ...entryErrors,
      ...ownerErrors,
      ...inputErrors,
      ...(call.errors ?? []),
      'too_many_requests' as const,
    ]),
  ]
}

function refusalResponse(codes: ErrorCode[]): ZodOpenApiResponseObject {
  return {
    id: codes.join('.'),
    description: codes.map((code) => `\`${code}\`: ${errorText('en', code)}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: problemRef } } },
  }
}

function describeSuccess(reply: z.ZodType, as: Call['as']): ZodOpenApiResponseObject {
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
 * Builds the responses of one OpenAPI document. Calls with the same reply, or with the same error codes of one status,
 * share one response object, which becomes a component.
 */
export function responsesOfCalls(): (call: Call) => ZodOpenApiResponsesObject {
  const responses = new Map<unknown, ZodOpenApiResponseObject>()
  const sharedResponse = (key: unknown, build: () => ZodOpenApiResponseObject) => {
    const response = responses.get(key) ?? build()
    responses.set(key, response)
    return response
  }
  return (call) => {
    const byStatus = Map.groupBy(errorsOf(call), (code) => errors[code])
    const refusals = [...byStatus].map(([status, codes]) => [
      status,
      sharedResponse(codes.join('.'), () => refusalResponse(codes)),
    ])
    const successResponse = sharedResponse(call.as === 'redirect' ? call.as : call.reply, () =>
      describeSuccess(call.reply, call.as),
    )
    return { [call.as === 'redirect' ? 302 : 200]: successResponse, ...Object.fromEntries(refusals) }
  }
}
