import type { z } from 'zod'
import type { File } from '#contract/calls/shapes.ts'
import type { Problem } from '#contract/errors.ts'
import type { Api } from '#tests/support/api/api.ts'
import type { Person } from '#tests/support/people/people.ts'
import type { Sample } from './uploads-corpus.ts'

const boundary = 'a-boundary-of-the-test'

export const type = `multipart/form-data; boundary=${boundary}`

/** The bytes of a form before and after the file. File names are not escaped. */
export function formAround(
  { name }: Sample,
  fields: Record<string, string> = {},
): [head: Buffer, tail: Buffer] {
  const fieldParts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const disposition = `content-disposition: form-data; name="file"; filename="${name}"`
  const head = `${fieldParts.join('')}--${boundary}\r\n${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`
  return [Buffer.from(head), Buffer.from(`\r\n--${boundary}--\r\n`)]
}

export function form(sample: Sample, fields?: Record<string, string>): Buffer {
  const [head, tail] = formAround(sample, fields)
  return Buffer.concat([head, sample.bytes, tail])
}

export type UploadAnswer = { status: number; file: z.output<typeof File>; problem: Problem; ms: number }

/** Uploads one file through a call, as an attachment by default. */
export async function send(
  { server }: Api,
  person: Person,
  sample: Sample,
  { url = '/api/files/upload', fields }: { url?: string; fields?: Record<string, string> } = {},
): Promise<UploadAnswer> {
  const startedAt = performance.now()
  const answer = await server.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': type,
    },
    payload: form(sample, fields),
  })
  const ms = Math.round(performance.now() - startedAt)
  return { status: answer.statusCode, file: answer.json(), problem: answer.json(), ms }
}

/** Error code of a refused upload, or the stored format of an accepted file. */
export function outcomeOf({ status, file, problem }: UploadAnswer): string {
  return status === 200 ? file.file_format : problem.code
}

/** Fetches a file by its URL without a session. */
export async function fetchFile({ server, ctx }: Pick<Api, 'server' | 'ctx'>, address: string) {
  const answer = await server.inject({ url: address.replace(ctx.config.APP_ORIGIN, '') })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
