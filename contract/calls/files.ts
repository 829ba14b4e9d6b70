import { z } from 'zod'
import { documentFormats, fileFormats, imageFormats } from '../file-formats.ts'
import { limits } from '../limits.ts'
import { defineCalls, type UploadRules } from './call.ts'
import { byId, FileId, FileKey, OptionalCallerId, OrderId, VacancyId } from './ids.ts'
import { OwnUser } from './people-shapes.ts'
import { Done, File } from './shapes.ts'

/**
 * A file's bytes, with headers that stop browsers from executing them. `body` is null for an answer without content.
 */
export type Download = {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array> | null
}

const anyFile = {
  accept: fileFormats,
  bytes: limits.files.bytes,
  too_large: 'too_large',
  wrong_type: 'unsupported_type',
} as const satisfies UploadRules

const avatar = {
  accept: ['png'],
  bytes: limits.avatar.bytes,
  too_large: 'avatar_too_large',
  wrong_type: 'avatar_not_png',
} as const satisfies UploadRules

const uploadErrors = [
  'too_large',
  'unsupported_type',
  'file_damaged',
  'too_many_files',
  'storage_full',
] as const
const assignErrors = ['not_found', 'wrong_state', 'too_many_files'] as const
const OwnHint = z.object({ user_id: OptionalCallerId })

const uploadCall = {
  access: { self: 'body.user_id' },
  body: OwnHint,
  upload: anyFile,
  reply: File,
  errors: uploadErrors,
} as const
const filesOf = { access: 'user', reply: z.array(File), errors: ['not_found'] } as const

export const fileCalls = defineCalls({
  'POST /api/files/upload': uploadCall,
  'DELETE /api/files/delete': {
    access: { self: 'body.user_id' },
    body: z.object({ id: FileId, user_id: OptionalCallerId }),
    reply: Done,
    errors: ['not_owner', 'not_found', 'wrong_state'],
  },
  'PUT /api/files/assign-project': {
    access: { owner: 'body.project_id', self: 'body.user_id' },
    body: z.object({ id: FileId, user_id: OptionalCallerId, project_id: OrderId }),
    reply: File,
    errors: assignErrors,
  },
  'PUT /api/files/assign-vacancy': {
    access: { owner: 'body.vacancy_id', self: 'body.user_id' },
    body: z.object({ id: FileId, user_id: OptionalCallerId, vacancy_id: VacancyId }),
    reply: File,
    errors: assignErrors,
    added: 'vacancies carry files as orders do (#139)',
  },
  'GET /api/projects/:id/files': { ...filesOf, params: byId(OrderId) },
  'GET /api/vacancy/:id/files': { ...filesOf, params: byId(VacancyId) },
  'POST /api/users/upload_portfolio': uploadCall,
  'POST /api/users/upload_resume': {
    ...uploadCall,
    upload: { ...anyFile, accept: [...documentFormats, ...imageFormats] },
    added: 'a resume is a link or a file, and the specification sends only the link (#21)',
  },
  'POST /api/users/upload_work': {
    ...uploadCall,
    upload: { ...anyFile, accept: imageFormats },
    added: 'a portfolio shows pictures: they wait for the profile to be saved with them',
  },
  'POST /api/users/edit_user_logo_url': {
    access: { self: 'query.user_id' },
    query: z.object({ user_id: OptionalCallerId }),
    upload: avatar,
    reply: OwnUser,
    errors: ['avatar_too_large', 'avatar_not_png', 'file_damaged', 'too_many_files', 'storage_full'],
  },
  'POST /api/files/send': {
    access: 'user',
    /** URL of a file, exactly as an earlier reply of the server contained it. The URL must not have expired. */
    body: z.object({ file_url: z.string().max(limits.link.max) }),
    reply: Done,
    errors: ['not_found', 'bot_unreachable', 'too_many_saves'],
    added:
      'clients of Telegram that cannot save a file get it in the chat with the bot (amendment "downloads")',
  },
  'GET /files/:key': {
    access: 'anyone',
    params: z.object({ key: FileKey }),
    query: z.object({ expires: z.string().max(16).optional(), signature: z.string().max(64).optional() }),
    reply: z.custom<Download>(),
    as: 'file',
    errors: ['not_found'],
    added: 'pictures and downloads cannot carry a token: a signed address of five minutes does (#138)',
  },
})
