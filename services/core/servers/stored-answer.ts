import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import fastifySend from '@fastify/send'

/** Method and headers of a request for a file: range and conditional headers. */
export type FileRequest = { method: string; headers: IncomingHttpHeaders }

/** A stored file's bytes with HTTP status and headers. */
export type StoredAnswer = { status: number; headers: Record<string, string>; body: Readable | null }

const passedHeaders = ['accept-ranges', 'content-length', 'content-range', 'etag', 'last-modified']

/** @returns null if no file has this key */
export async function answerFromFolder(
  root: string,
  key: string,
  { method, headers }: FileRequest,
): Promise<StoredAnswer | null> {
  // The library reads nothing else of a request.
  const request = { method, headers } as unknown as Readable
  const found = await fastifySend(request, `/${encodeURIComponent(key)}`, {
    root,
    index: false,
    cacheControl: false,
    contentType: false,
  })
  if (found.statusCode === 404 || found.type === 'directory') return null
  const told = Object.entries(found.headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => passedHeaders.includes(name))
  const isRefused = found.type === 'error'
  // The library's error page is not sent.
  if (isRefused) found.stream.destroy()
  return {
    status: found.statusCode,
    headers: Object.fromEntries(told.filter(([name]) => !isRefused || name !== 'content-length')),
    body: isRefused || found.statusCode === 304 ? null : found.stream,
  }
}

/** Multiple ranges get the whole file, which HTTP allows; no Telegram client asks for them. */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/

/** @returns null if no file has this key */
export async function answerFromBucket(
  client: S3Client,
  place: { Bucket: string; Key: string },
  { method, headers }: FileRequest,
): Promise<StoredAnswer | null> {
  const { GetObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const asked: GetObjectCommandInput = { ...place }
  if (headers['if-none-match']) asked.IfNoneMatch = headers['if-none-match']
  try {
    if (method === 'GET' && oneRange.test(headers.range ?? '') && (await isFresh(client, place, headers)))
      asked.Range = headers.range
    const found =
      method === 'HEAD'
        ? await client.send(new HeadObjectCommand(asked))
        : await client.send(new GetObjectCommand(asked))
    const told = {
      'accept-ranges': 'bytes',
      'content-length': found.ContentLength?.toString(),
      'content-range': found.ContentRange,
      etag: found.ETag,
      'last-modified': found.LastModified?.toUTCString(),
    }
    return {
      status: found.ContentRange ? 206 : 200,
      headers: Object.fromEntries(Object.entries(told).filter((pair) => pair[1])) as Record<string, string>,
      body: 'Body' in found ? (found.Body as Readable) : Readable.from([]),
    }
  } catch (error) {
    return refusalOf(client, place, error)
  }
}

/** Evaluates `If-Range`, which S3 does not support: a part is sent only of the same file. */
async function isFresh(
  client: S3Client,
  place: { Bucket: string; Key: string },
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const wanted = headers['if-range']
  if (wanted === undefined) return true
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const { ETag, LastModified } = await client.send(new HeadObjectCommand(place))
  return String(wanted) === ETag || String(wanted) === LastModified?.toUTCString()
}

/** Turns S3's refusals into HTTP answers. @throws every other error */
async function refusalOf(
  client: S3Client,
  place: { Bucket: string; Key: string },
  error: unknown,
): Promise<StoredAnswer | null> {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (status === 404) return null
  if (status === 304) return { status, headers: {}, body: null }
  if (status !== 416) throw error
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const { ContentLength } = await client.send(new HeadObjectCommand(place))
  return { status, headers: { 'content-range': `bytes */${ContentLength ?? 0}` }, body: null }
}
