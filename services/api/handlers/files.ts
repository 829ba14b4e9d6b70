import type { Handlers, Upload } from '#contract/calls/call.ts'
import type { fileCalls } from '#contract/calls/files.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { done } from '#services/api/request/replies.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { setProfileFile } from '#services/files/actions.ts'
import { download } from '#services/files/downloads.ts'
import { type FileReply, type FileRow, listFiles, toFile } from '#services/files/queries.ts'
import { storeUpload } from '#services/files/upload.ts'
import { assignFile, deleteFile } from '#services/lifecycle/publication/listing-files.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { sendCopy } from '#services/notifications/telegram/file-copies.ts'
import { getOwnUser } from '#services/users/people/queries.ts'

function answer(ctx: UserContext, row: FileRow): FileReply {
  return toFile(row, linkFor(ctx))
}

async function list(ctx: UserContext, id: number, kind: ListingKind): Promise<FileReply[]> {
  await getVisibleFacts(ctx.db, id, ctx.viewer.id, kind)
  return listFiles(ctx.db, id, linkFor(ctx))
}

async function fillProfile(ctx: UserContext, upload: Upload, purpose: 'resume' | 'portfolio' | 'avatar') {
  const row = await storeUpload(ctx, upload, purpose)
  await setProfileFile(ctx, row, purpose)
  return answer(ctx, row)
}

export const fileHandlers: Handlers<typeof fileCalls, GuestContext, UserContext> = {
  'POST /api/files/upload': async (ctx, { upload }) =>
    answer(ctx, await storeUpload(ctx, upload, 'attachment')),
  'DELETE /api/files/delete': done((ctx, { body }) => deleteFile(ctx, body.id)),
  'PUT /api/files/assign-project': async (ctx, { body }) =>
    answer(ctx, await assignFile(ctx, body.id, body.project_id)),
  'PUT /api/files/assign-vacancy': async (ctx, { body }) =>
    answer(ctx, await assignFile(ctx, body.id, body.vacancy_id)),
  'GET /api/projects/:id/files': (ctx, { params }) => list(ctx, params.id, 'order'),
  'GET /api/vacancy/:id/files': (ctx, { params }) => list(ctx, params.id, 'vacancy'),
  'POST /api/users/upload_portfolio': (ctx, { upload }) => fillProfile(ctx, upload, 'portfolio'),
  'POST /api/users/upload_resume': (ctx, { upload }) => fillProfile(ctx, upload, 'resume'),
  'POST /api/users/upload_work': async (ctx, { upload }) =>
    answer(ctx, await storeUpload(ctx, upload, 'work')),
  'POST /api/users/edit_user_logo_url': async (ctx, { upload }) => {
    await fillProfile(ctx, upload, 'avatar')
    return getOwnUser(ctx, ctx.viewer.id, ctx.language)
  },
  'POST /api/files/send': done((ctx, { body }) => sendCopy(ctx, body.file_url)),
  'GET /files/:key': (ctx, { params, query }) => download(ctx, params.key, query),
}
