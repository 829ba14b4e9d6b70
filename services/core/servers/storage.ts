import { once } from 'node:events'
import { createReadStream, ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '#services/core/config/config.ts'
import { answerFromBucket, answerFromFolder, type FileRequest, type StoredAnswer } from './stored-answer.ts'

/** Storage of people's files: a folder or an S3 bucket. The server makes the keys of the files. */
export type Storage = {
  /** Copies a local file into the storage. */
  store(key: string, file: string, mime: string): Promise<void>
  write(key: string, content: string | Uint8Array, mime: string): Promise<void>
  /** @returns the content of the file with this key; null if there is none */
  read(key: string): Promise<Readable | null>
  /** Answers an HTTP request for the file with this key. @returns null if there is none */
  answer(key: string, request: FileRequest): Promise<StoredAnswer | null>
  /** Deletes a file. A missing file is no error. */
  delete(key: string): Promise<void>
  /** Tests the storage: writes and deletes a small file. @throws if the disk is full or the bucket is unavailable */
  try(): Promise<void>
}

type OpenStorage = { disk: Disk; answer: Storage['answer'] }

function openFolder(folder: string): OpenStorage {
  const root = path.resolve(folder)
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return { disk, answer: (key, request) => answerFromFolder(root, key, request) }
}

/** The S3 driver is imported only when it is needed, because the import takes 120 ms and 25 MB of memory. */
async function openBucket(config: Config, bucket: string): Promise<OpenStorage> {
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
    // By default the SDK of S3 sends an upload in chunks with checksums. S3 services other than Amazon's store the
    // headers of the chunks as content of the file.
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

async function openBackend(config: Config, bucket: string | undefined, folder: string): Promise<OpenStorage> {
  return bucket ? openBucket(config, bucket) : openFolder(folder)
}

/** Opens the S3 bucket with the given name. Without a name, opens the folder. */
export async function openDisk(config: Config, bucket: string | undefined, folder: string): Promise<Disk> {
  return (await openBackend(config, bucket, folder)).disk
}

export function openStorage(config: Config): Storage {
  let storage: Promise<OpenStorage> | undefined
  const openOnce = () => {
    storage ??= openBackend(config, config.S3_BUCKET, config.FILES_DIR)
    return storage
  }
  const disk = async () => (await openOnce()).disk
  return {
    async store(key, file, mime) {
      const { size } = await stat(file)
      await (await disk()).putStream(key, createReadStream(file), { contentType: mime, contentLength: size })
    },
    async write(key, content, mime) {
      await (await disk()).put(key, content, { contentType: mime })
    },
    async read(key) {
      try {
        const stream = await (await disk()).getStream(key)
        // The file system reports a missing file only when the stream opens, so the code waits for that.
        if (stream instanceof ReadStream) await once(stream, 'open')
        return stream
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async answer(key, request) {
      return (await openOnce()).answer(key, request)
    },
    async delete(key) {
      await (await disk()).delete(key)
    },
    async try() {
      const key = `health/${crypto.randomUUID()}`
      await (await disk()).put(key, 'ok')
      await (await disk()).delete(key)
    },
  }
}
