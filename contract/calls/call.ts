import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { FileFormat } from '../file-formats.ts'

/**
 * Types with which every call of the product is defined once. A call's name is its method and path. The same literal is
 * the key here, in the handler table, in the browser's `api(...)`, in the query cache, in the access test and in the
 * log.
 */

/** Position of a value in the request, e.g. `body.project_id`. */
type FieldPath = `${'params' | 'query' | 'body'}.${string}`

/**
 * Required access. `launch`: signed launch data instead of a session. `verified`: a session with a confirmed phone; the
 * action checks it after existence and ownership, so that errors come in the agreed order. `provider`: the payment
 * provider's signature. `self`: an id that must be the caller's, if sent. `owner`: a listing whose author must be the
 * caller. `member`: a chat with the caller. `ticket`: a short-lived ticket in the query, issued by another call.
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

/**
 * Allowed formats and size of an uploaded file, and the error codes for a file that is too large or of another format.
 */
export type UploadRules = {
  accept: readonly FileFormat[]
  bytes: number
  too_large: ErrorCode
  wrong_type: ErrorCode
}

/** An uploaded file: the sender's name for it, and the path of its unchecked bytes. */
export type Upload = { name: string; path: string; bytes: number; rules: UploadRules }

export type Call = {
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Renames fields that existing clients send under other names to the names of the schema. */
  reads?: (fields: Record<string, unknown>) => Record<string, unknown>
  reply: z.ZodType
  /**
   * Rules of the file that the call accepts as multipart form data. The other fields of the form are parsed like a
   * body.
   */
  upload?: UploadRules
  /**
   * Kind of the answer. `text` is plain text, `redirect` a redirect to the returned URL, `file` bytes with the
   * handler's headers. `stream` sends events, each shaped like the reply, and has a route of its own instead of a
   * handler.
   */
  as?: 'json' | 'text' | 'redirect' | 'file' | 'stream'
  errors?: readonly ErrorCode[]
  /**
   * True if the reply is the same for everybody and rarely changes: clients cache it for minutes, then revalidate it by
   * ETag.
   */
  cache?: true
  /** True for a POST call that only reads and changes nothing. */
  isReadOnly?: true
  /** True if the call accepts `Idempotency-Key`: the same key returns the first answer for 24 hours. */
  idempotent?: true
  /** Reason why the call exists although the specification does not name it. */
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

/** Type of a call's request as a client sends it. */
export type Input<C> = OptionalWhenEmpty<{ [P in keyof Parts<C>]: z.input<Parts<C>[P] & z.ZodType> }> &
  (C extends { upload: UploadRules } ? { upload: Blob } : unknown)
/** Type of a call's request as a handler gets it: parsed, with default values. */
export type Request<C> = { [P in keyof Parts<C>]: z.output<Parts<C>[P] & z.ZodType> } & (C extends {
  upload: UploadRules
}
  ? { upload: Upload }
  : unknown)
/** Type of a call's reply, as its schema parses it. */
export type Reply<C> = C extends { reply: infer R extends z.ZodType } ? z.output<R> : never

type AnonymousAccess = 'anyone' | 'launch' | 'provider'
/** True if the call's access requires a session, so that the handler can rely on a logged-in viewer. */
export type NeedsViewer<C> = C extends { access: AnonymousAccess } ? false : true

/**
 * Handlers of all calls, one function per call. A missing function, a wrong reply, or a viewer in a public call does
 * not compile.
 */
export type Handlers<Calls, Guest, User> = {
  [K in keyof Calls as Calls[K] extends { as: 'stream' } ? never : K]: (
    ctx: NeedsViewer<Calls[K]> extends true ? User : Guest,
    input: Request<Calls[K]>,
  ) => Reply<Calls[K]> | Promise<Reply<Calls[K]>>
}
