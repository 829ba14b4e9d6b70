import { api } from '#web/client/api.ts'
import { upload } from '#web/client/upload.ts'
import type { Me } from '#web/features/session/use-me.ts'
import type { ProfileDraft } from './draft.ts'

type OnProgress = (share: number) => void

/** A call that sends or takes away one file: bytes do not go into the call of the fields. */
export type FileChange = {
  field: 'avatar' | 'resume' | 'portfolio'
  run: (onProgress: OnProgress) => Promise<unknown>
  /** What the form says once it is done, so that saving again does not send it twice. */
  done: Partial<ProfileDraft>
}

/** The files that are not as the profile has them. */
export function fileChangesOf(me: Me, draft: ProfileDraft): FileChange[] {
  // A link puts the file away by itself.
  const resume_id = draft.user_resume_url.trim() ? null : me.user_resume_file_id
  return [
    ...changeOf('avatar', draft.avatar, me.user_logo_file_id, {
      send: (file) => upload('POST /api/users/edit_user_logo_url', { upload: file }),
      done: { avatar: 'kept' },
    }),
    ...changeOf('resume', draft.resumeFile, resume_id, {
      send: (file, onProgress) => upload('POST /api/users/upload_resume', { upload: file }, { onProgress }),
      done: { resumeFile: 'kept', user_resume_url: '' },
    }),
    ...changeOf('portfolio', draft.portfolioFile, me.portfolio_file?.id ?? null, {
      send: (file, onProgress) =>
        upload('POST /api/users/upload_portfolio', { upload: file }, { onProgress }),
      done: { portfolioFile: 'kept' },
    }),
  ]
}

type Sending = { send: (file: Blob, onProgress: OnProgress) => Promise<unknown>; done: FileChange['done'] }

function changeOf(
  field: FileChange['field'],
  staged: Blob | 'kept' | null,
  id: number | null,
  { send, done }: Sending,
): FileChange[] {
  if (staged instanceof Blob) return [{ field, run: (onProgress) => send(staged, onProgress), done }]
  if (staged === 'kept' || id === null) return []
  return [{ field, run: () => api('DELETE /api/files/delete', { body: { id } }), done: {} }]
}
