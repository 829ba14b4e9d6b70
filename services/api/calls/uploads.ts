import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, RouteOptions } from 'fastify'
import type { Upload, UploadRules } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { withScratch } from '#services/files/scratch.ts'

/** Bytes allowed for the parts of an upload besides the file: multipart boundaries, headers and a few short fields. */
const formOverhead = 64 * 1024
const formLimits = { files: 1, fields: 20, parts: 22, fieldSize: 4096, fieldNameSize: 100, headerPairs: 20 }

/** Registers the upload routes. Only these routes accept multipart forms; all other routes refuse that content type. */
export function registerUploads(app: FastifyInstance, routes: RouteOptions[]): void {
  const formScope: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false, limits: formLimits })
    for (const route of routes) scope.route(route)
  }
  app.register(formScope)
}

export type UploadForm = { upload: Upload; fields: Record<string, unknown> }

function wrongFile(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path: 'file', message }] })
}

async function storeFilePart(part: MultipartFile, file: string, rules: UploadRules): Promise<Upload> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(part.file, output)
  if (part.file.truncated) throw new AppError(rules.too_large)
  if (output.bytesWritten === 0) throw wrongFile('not empty')
  return { name: part.filename, path: file, bytes: output.bytesWritten, rules }
}

async function readForm(request: FastifyRequest, folder: string, rules: UploadRules): Promise<UploadForm> {
  const fields: Record<string, unknown> = {}
  let upload: Upload | undefined
  for await (const part of request.parts({ limits: { ...formLimits, fileSize: rules.bytes } })) {
    if (part.type === 'file') upload = await storeFilePart(part, path.join(folder, 'upload'), rules)
    else fields[part.fieldname] = part.value
  }
  if (!upload) throw wrongFile('one file')
  return { upload, fields }
}

/** Maps errors of the form parser to the product's error codes. */
function uploadProblem(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (error instanceof AppError) return error
  if (code === 'FST_FILES_LIMIT') return wrongFile('one file')
  if (/^FST_\w*LIMIT$/.test(code)) return new AppError('too_large')
  return code.startsWith('FST_') || /multipart|part header|aborted/i.test(message)
    ? new AppError('malformed')
    : error
}

/**
 * Streams the uploaded file into a temporary folder, stops at the limit and passes it to `use`. The folder is
 * deleted afterwards in any case.
 * @throws malformed, invalid_input, and the call's error for large files
 */
export async function withUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  use: (form: UploadForm) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('malformed')
  if (Number(request.headers['content-length'] ?? 0) > rules.bytes + formOverhead)
    throw new AppError(rules.too_large)
  return withScratch(async (folder) => {
    const form = await readForm(request, folder, rules).catch((error) => {
      // Reads and drops the rest of a refused upload, because most clients read the refusal only after they have sent
      // everything.
      request.raw.unpipe()
      request.raw.resume()
      throw uploadProblem(error)
    })
    return use(form)
  })
}
