import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import fastifySend from '@fastify/send'

/** Method and headers of an HTTP request for a file, with the range and conditional headers. */
export type FileRequest = { method: string; headers: IncomingHttpHeaders }

/** HTTP answer to a request for a stored file: status, headers and the bytes of the file. */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: Readable | null }

const passedHeaders = ['accept-ranges', 'content-length', 'content-range', 'etag', 'last-modified']

/** @returns null if the folder has no file with this key */
export async function answerFromFolder(
  root: string,
  key: string,
  { method, headers }: FileRequest,
): Promise<StoredAnswer | null> {
  // A request object with only method and headers is enough, because `@fastify/send` reads nothing else.
  const request = { method, headers } as unknown as Readable
  const answer = await fastifySend(request, `/${encodeURIComponent(key)}`, {
    root,
    index: false,
    cacheControl: false,
    contentType: false,
  })
  if (answer.statusCode === 404 || answer.type === 'directory') return null
  const fileHeaders = Object.entries(answer.headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => passedHeaders.includes(name))
  const isRefused = answer.type === 'error'
  // The library's own error page is discarded.
  if (isRefused) answer.stream.destroy()
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(fileHeaders.filter(([name]) => !isRefused || name !== 'content-length')),
    body: isRefused || answer.statusCode === 304 ? null : answer.stream,
  }
}

/**
 * Pattern for the header of a request for one byte range. A request for several ranges gets the whole file, as HTTP
 * allows; no Telegram client sends such a request.
 */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/

/** @returns null if the bucket has no file with this key */
export async function answerFromBucket(
  client: S3Client,
  object: { Bucket: string; Key: string },
  { method, headers }: FileRequest,
): Promise<StoredAnswer | null> {
  const { GetObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const input: GetObjectCommandInput = { ...object }
  if (headers['if-none-match']) input.IfNoneMatch = headers['if-none-match']
  try {
    if (method === 'GET' && oneRange.test(headers.range ?? '') && (await isFresh(client, object, headers)))
      input.Range = headers.range
    const output =
      method === 'HEAD'
        ? await client.send(new HeadObjectCommand(input))
        : await client.send(new GetObjectCommand(input))
    const fileHeaders = {
      'accept-ranges': 'bytes',
      'content-length': output.ContentLength?.toString(),
      'content-range': output.ContentRange,
      etag: output.ETag,
      'last-modified': output.LastModified?.toUTCString(),
    }
    return {
      status: output.ContentRange ? 206 : 200,
      headers: Object.fromEntries(Object.entries(fileHeaders).filter((pair) => pair[1])) as Record<
        string,
        string
      >,
      body: 'Body' in output ? (output.Body as Readable) : Readable.from([]),
    }
  } catch (error) {
    return refusalOf(client, object, error)
  }
}

/**
 * Evaluates the header `If-Range`, which S3 does not support. The requested range is sent only if the file has not
 * changed since the client's earlier request.
 */
async function isFresh(
  client: S3Client,
  object: { Bucket: string; Key: string },
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const ifRange = headers['if-range']
  if (ifRange === undefined) return true
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const { ETag, LastModified } = await client.send(new HeadObjectCommand(object))
  return String(ifRange) === ETag || String(ifRange) === LastModified?.toUTCString()
}

/** Turns an error of S3 into an HTTP answer, such as 304 or 416. @throws every other error */
async function refusalOf(
  client: S3Client,
  object: { Bucket: string; Key: string },
  error: unknown,
): Promise<StoredAnswer | null> {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (status === 404) return null
  if (status === 304) return { status, headers: {}, body: null }
  if (status !== 416) throw error
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const { ContentLength } = await client.send(new HeadObjectCommand(object))
  return { status, headers: { 'content-range': `bytes */${ContentLength ?? 0}` }, body: null }
}
