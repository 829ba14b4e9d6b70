import { once } from 'node:events'
import { createReadStream, ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '#services/core/config/config.ts'
import { answerFromBucket, answerFromFolder, type FileRequest, type StoredAnswer } from './stored-answer.ts'

/** Where the bytes of people's files live: a folder or an S3 bucket, under keys that the server makes. */
export type Storage = {
  /** Copies a local file in. */
  keep(key: string, file: string, mime: string): Promise<void>
  /** Writes a text of the server's own. */
  write(key: string, text: string, mime: string): Promise<void>
  /** @returns null when nothing lives under the key */
  read(key: string): Promise<Readable | null>
  /** Answers a request for it as HTTP does. @returns null when nothing lives under the key */
  answer(key: string, request: FileRequest): Promise<StoredAnswer | null>
  /** Also fine when nothing lives there. */
  drop(key: string): Promise<void>
  /** Writes a few bytes and takes them away. @throws when the disk is full or the bucket away */
  try(): Promise<void>
}

type Opened = { disk: Disk; answer: Storage['answer'] }

function openFolder(folder: string): Opened {
  const root = path.resolve(folder)
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return { disk, answer: (key, request) => answerFromFolder(root, key, request) }
}

/** Loaded only where it is used: the driver costs 120 ms and 25 MB. */
async function openBucket(config: Config, bucket: string): Promise<Opened> {
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  const client = new S3Client({
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // The SDK's default checksums frame a stream in chunks, and other services than Amazon's store the frames.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  return {
    disk,
    answer: (Key, request) => answerFromBucket(client, { Bucket: bucket, Key }, request),
  }
}

function isAbsent(error: unknown): boolean {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown }
  return code === 'ENOENT' || name === 'NoSuchKey' || (cause !== undefined && isAbsent(cause))
}

async function open(config: Config, bucket: string | undefined, folder: string): Promise<Opened> {
  return bucket ? openBucket(config, bucket) : openFolder(folder)
}

/** The bucket when one is named, else the folder. */
export async function openDisk(config: Config, bucket: string | undefined, folder: string): Promise<Disk> {
  return (await open(config, bucket, folder)).disk
}

export function openStorage(config: Config): Storage {
  let opened: Promise<Opened> | undefined
  const opening = () => {
    opened ??= open(config, config.S3_BUCKET, config.FILES_DIR)
    return opened
  }
  const disk = async () => (await opening()).disk
  return {
    async keep(key, file, mime) {
      const { size } = await stat(file)
      await (await disk()).putStream(key, createReadStream(file), { contentType: mime, contentLength: size })
    },
    async write(key, text, mime) {
      await (await disk()).put(key, text, { contentType: mime })
    },
    async read(key) {
      try {
        const stream = await (await disk()).getStream(key)
        // For a folder, a missing file shows only when the stream is opened.
        if (stream instanceof ReadStream) await once(stream, 'open')
        return stream
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async answer(key, request) {
      return (await opening()).answer(key, request)
    },
    async drop(key) {
      await (await disk()).delete(key)
    },
    async try() {
      const key = `health/${crypto.randomUUID()}`
      await (await disk()).put(key, 'ok')
      await (await disk()).delete(key)
    },
  }
}
