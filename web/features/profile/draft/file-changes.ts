import { api } from '#web/client/http/api.ts'
import { upload } from '#web/client/http/upload.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { ProfileDraft } from './draft.ts'

type OnProgress = (share: number) => void

/** One upload or deletion of a file, apart from the call for the fields. */
export type FileChange = {
  field: 'avatar' | 'resume' | 'portfolio'
  run: (onProgress: OnProgress) => Promise<unknown>
  /** Applied to the draft after success, so that saving again does not repeat the upload. */
  done: Partial<ProfileDraft>
}

/** Uploads and deletions that the draft requires. */
export function fileChangesOf(me: Me, draft: ProfileDraft): FileChange[] {
  // A link replaces the file on the server, so no deletion is needed.
  const resume_id = draft.user_resume_url.trim() ? null : me.user_resume_file_id
  return [
    ...fileChange('avatar', draft.avatar, me.user_logo_file_id, {
      send: (file) => upload('POST /api/users/edit_user_logo_url', { upload: file }),
      done: { avatar: 'kept' },
    }),
    ...fileChange('resume', draft.resumeFile, resume_id, {
      send: (file, onProgress) => upload('POST /api/users/upload_resume', { upload: file }, { onProgress }),
      done: { resumeFile: 'kept', user_resume_url: '' },
    }),
    ...fileChange('portfolio', draft.portfolioFile, me.portfolio_file?.id ?? null, {
      send: (file, onProgress) =>
        upload('POST /api/users/upload_portfolio', { upload: file }, { onProgress }),
      done: { portfolioFile: 'kept' },
    }),
  ]
}

type Sending = { send: (file: Blob, onProgress: OnProgress) => Promise<unknown>; done: FileChange['done'] }

function fileChange(
  field: FileChange['field'],
  staged: Blob | 'kept' | null,
  id: number | null,
  { send, done }: Sending,
): FileChange[] {
  if (staged instanceof Blob) return [{ field, run: (onProgress) => send(staged, onProgress), done }]
  if (staged === 'kept' || id === null) return []
  return [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }), done: {} }]
}
