import { createHash } from 'node:crypto'
import type { StoredFile } from '../state/types.ts'
import { nextSerial, type World } from '../state/world.ts'
import { badRequest } from './errors.ts'
import { type Params, text, type Upload } from './params.ts'

/** Reads the file from a call of the bot: an upload, an attach:// part, a known file_id or a URL. */
export function takeFile(world: World, params: Params, field: 'photo' | 'document'): StoredFile {
  const upload = params.uploads[field]
  if (upload) return storeFile(world, upload, field)
  const reference = text(params, field)
  if (!reference) throw badRequest(`there is no ${field} in the request`)
  const attachedUpload = params.uploads[reference.replace(/^attach:\/\//, '')]
  if (attachedUpload) return storeFile(world, attachedUpload, field)
  const knownFile = world.data.files[reference]
  if (knownFile) return knownFile
  if (!/^https?:\/\//.test(reference))
    throw badRequest('wrong remote file identifier specified: Wrong character in the string')
  const name = reference.split('/').at(-1)?.split('?')[0] || field
  const file = storeFile(world, { name, mime: 'application/octet-stream', bytes: Buffer.alloc(0) }, field)
  file.url = reference
  return file
}

export function storeFile(world: World, upload: Upload, kind: 'photo' | 'document'): StoredFile {
  const number = nextSerial(world)
  const folder = kind === 'photo' ? 'photos' : 'documents'
  const extension = /\.\w+$/.exec(upload.name)?.[0] ?? (kind === 'photo' ? '.jpg' : '')
  const file_id = `${kind === 'photo' ? 'AgACAgI' : 'BQACAgI'}${String(number).padStart(12, '0')}`
  const file: StoredFile = {
    ref: {
      file_id,
      file_unique_id: createHash('sha1').update(`${number}`).digest('base64url').slice(0, 16),
      file_size: upload.bytes.length,
      ...(kind === 'document' && { file_name: upload.name, mime_type: upload.mime }),
    },
    path: `${folder}/file_${number}${extension}`,
    base64: upload.bytes.toString('base64'),
  }
  world.data.files[file_id] = file
  return file
}

export const findByPath = (world: World, path: string) =>
  Object.values(world.data.files).find((file) => file.path === path)
