import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { FileFormat } from '../file-formats.ts'

/**
 * The small language in which every call of the product is written once. A call's name is its method and
 * path; the same literal is the key here, in the handler table, in the browser's `api(...)`, in the query
 * cache, in the access test and in the log.
 */

/** Place of a value in the request, e.g. `body.project_id`. */
type FieldPath = `${'params' | 'query' | 'body'}.${string}`

/**
 * Who may call. `launch`: signed launch data instead of a session. `verified`: a session whose user confirmed
 * the phone; asked by the action after existence and ownership, so that refusals come in the agreed order.
 * `provider`: the payment provider's signature. `self`: an own-identity hint that must be the caller
 * when it is sent. `owner`: the listing whose author must be the caller. `member`: the chat room of which the
 * caller must be one side. `ticket`: a short-lived ticket in the query, given by another call.
 */
export type Access =
  | 'anyone'
  | 'launch'
  | 'user'
  | 'verified'
  | 'moderator'
  | 'admin'
  | 'provider'
  | 'ticket'
  | { self: FieldPath }
  | { owner: FieldPath; self?: FieldPath }
  | { member: FieldPath; self?: FieldPath }

/** What a call's file may be, and the words of the two refusals that people meet. */
export type UploadRules = {
  accept: readonly FileFormat[]
  bytes: number
  too_large: ErrorCode
  wrong_type: ErrorCode
}

/** A file that came with a call: what the sender calls it, and where its unchecked bytes wait. */
export type Upload = { name: string; path: string; bytes: number; rules: UploadRules }

export type Call = {
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Brings what existing clients send under other names to where the body's schema has it. */
  reads?: (fields: Record<string, unknown>) => Record<string, unknown>
  reply: z.ZodType
  /** The call carries one file as multipart form data; the fields beside it are read like a body's. */
  upload?: UploadRules
  /**
   * `text` answers plain text, `redirect` sends the browser to the returned address, `file` sends bytes with
   * the headers that the handler returns. `stream` is a stream of server-sent events, each as the reply says;
   * it has a route of its own instead of a handler.
   */
  as?: 'json' | 'text' | 'redirect' | 'file' | 'stream'
  errors?: readonly ErrorCode[]
  /** The same for everybody and rarely new: may be kept for minutes, and is compared by ETag after that. */
  cache?: true
  /** A POST that changes nothing. */
  onlyAsks?: true
  /** Accepts `Idempotency-Key`: the same key repeats the first answer for 24 hours. */
  idempotent?: true
  /** Why the call exists although the specification does not name it. */
  added?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type CallName = `${Method} /${string}`
export type CallTable = Record<CallName, Call>

export function defineCalls<const T extends CallTable>(calls: T): T {
  return calls
}

type Part<C, P extends 'params' | 'query' | 'body'> = C extends { [K in P]: z.ZodType } ? C[P] : never
type Parts<C> = {
  [P in 'params' | 'query' | 'body' as Part<C, P> extends never ? never : P]: Part<C, P>
}
type OptionalWhenEmpty<T> = {
  [K in keyof T as object extends T[K] ? never : K]: T[K]
} & { [K in keyof T as object extends T[K] ? K : never]?: T[K] }

/** What a client sends. */
export type Input<C> = OptionalWhenEmpty<{ [P in keyof Parts<C>]: z.input<Parts<C>[P] & z.ZodType> }> &
  (C extends { upload: UploadRules } ? { upload: Blob } : unknown)
/** What a handler receives: parsed, with defaults. */
export type Request<C> = { [P in keyof Parts<C>]: z.output<Parts<C>[P] & z.ZodType> } & (C extends {
  upload: UploadRules
}
  ? { upload: Upload }
  : unknown)
/** What goes back. */
export type Reply<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : never

type Nobody = 'anyone' | 'launch' | 'provider'
/** True when the access demands a session, so that a handler may rely on a viewer. */
export type NeedsViewer<C> = C extends { access: Nobody } ? false : true

/** One function per call; a missing one, a wrong reply or a viewer on a public call does not compile. */
export type Handlers<Calls, Guest, User> = {
  [K in keyof Calls as Calls[K] extends { as: 'stream' } ? never : K]: (
    ctx: NeedsViewer<Calls[K]> extends true ? User : Guest,
    input: Request<Calls[K]>,
  ) => Reply<Calls[K]> | Promise<Reply<Calls[K]>>
}
