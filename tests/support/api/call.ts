import { isDeepStrictEqual } from 'node:util'
import type { InjectOptions } from 'fastify'
import type { Call, Input, Reply } from '#contract/calls/call.ts'
import { type Calls, calls } from '#contract/calls/index.ts'
import type { ErrorCode, Problem } from '#contract/errors.ts'

/** Thrown for an answer with another status than 200. It contains the problem that the server reported. */
export class Refused extends Error {
  readonly code: ErrorCode
  readonly problem: Problem

  constructor(name: string, problem: Problem) {
    super(`${name} answered ${problem.statusCode} ${problem.code} ${JSON.stringify(problem.details)}`)
    this.code = problem.code
    this.problem = problem
  }
}

type Headers = Record<string, string>

/** Receiver of requests: a server in the test process, or another process. */
export interface RequestTarget {
  inject(options: InjectOptions): Promise<Answer>
}
type Answer = {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  json(): ReturnType<typeof JSON.parse>
}
type CallArgs<C> =
  object extends Input<C> ? [input?: Input<C>, headers?: Headers] : [input: Input<C>, headers?: Headers]

/**
 * Makes an API call and checks its answer against the contract.
 * @throws Refused
 */
export type Caller = <K extends keyof Calls>(name: K, ...args: CallArgs<Calls[K]>) => Promise<Reply<Calls[K]>>

export function createCaller(server: RequestTarget, ownHeaders: Headers = {}): Caller {
  return async <K extends keyof Calls>(name: K, ...[input, headers]: CallArgs<Calls[K]>) => {
    const answer = await server.inject({
      ...requestOf(name, input as RequestParts | undefined),
      headers: { ...ownHeaders, ...headers },
    })
    const call: Call = calls[name]
    if (call.as === 'redirect' && [302, 303].includes(answer.statusCode))
      return String(answer.headers.location) as Reply<Calls[K]>
    if (answer.statusCode !== 200) throw new Refused(name, answer.json())
    if (call.as === 'text') return answer.body as Reply<Calls[K]>
    return checkDeclared(name, call, answer.json()) as Reply<Calls[K]>
  }
}

type RequestParts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * Builds a request as today's clients send it, with path parameters in the path and the other parts as the contract
 * says.
 */
function requestOf(name: string, { params = {}, query, body }: RequestParts = {}): InjectOptions {
  const [method, path = ''] = name.split(' ')
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  return {
    method: method as 'GET',
    url,
    ...(query && { query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) }),
    ...(body && { payload: body }),
  }
}

/**
 * Returns the answer of an API call.
 * @throws if the answer has fields that the contract does not declare
 */
function checkDeclared(name: string, call: Call, reply: unknown): unknown {
  const parsedReply = call.reply.parse(reply)
  if (!isDeepStrictEqual(parsedReply, reply))
    throw new Error(`${name} answered with undeclared fields: ${JSON.stringify(reply)}`)
  return parsedReply
}

/** Returns the error code of a refusal, or `accepted`. Any other error fails the test. */
export async function codeOf(attempt: Promise<unknown>): Promise<ErrorCode | 'accepted'> {
  try {
    await attempt
    return 'accepted'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}
