import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import {
  changesOf,
  type FileChange,
  fileChangesOf,
  filledLinks,
} from '#web/features/profile/draft/changes.ts'
import { draftOf, type ProfileDraft } from '#web/features/profile/draft/draft.ts'
import { useWorks } from '#web/features/profile/draft/works-draft.ts'
import { type Me, refreshMe, updateMe } from '#web/features/session/use-me.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'

/**
 * State of the profile form. Saving sends all changed fields in one atomic call, then the files. If a file is refused,
 * the fields are saved and the remaining files stay in the form.
 */
export function useProfileForm(me: Me) {
  const [formDraft, setDraft] = useState(() => draftOf(me))
  const works = useWorks(me)
  const draft = { ...formDraft, works: works.drafts }
  const [progress, setProgress] = useState<Record<string, number>>({})
  const changeDraft = (changes: Partial<ProfileDraft>) => setDraft((current) => ({ ...current, ...changes }))
  const body = changesOf(me, draft)
  const files = fileChangesOf(me, draft)
  const hasFields = Object.keys(body).length > 0
  const isChanged = hasFields || files.length > 0 || works.uploads.items.length > works.drafts.length
  useUnsaved(isChanged)

  const saveMutation = useMutation({
    mutationFn: async () => {
      let file: FileChange['field'] | null = null
      try {
        if (hasFields) {
          const savedUser = await api('PATCH /api/users/profile', { body })
          updateMe(savedUser)
          setDraft(({ resumeFile, portfolioFile, avatar }) => ({
            ...draftOf(savedUser),
            resumeFile,
            portfolioFile,
            avatar,
          }))
        }
        for (const { field, run, draftChanges } of files) {
          file = field
          await run((share) => setProgress((current) => ({ ...current, [field]: share })))
          changeDraft(draftChanges)
        }
        if (file) await refreshMe(me.id)
      } catch (error) {
        await refreshMe(me.id)
        throw new SaveError(file, error)
      } finally {
        setProgress({})
        void queryClient.invalidateQueries({ queryKey: ['GET /api/users/full_user_info'] })
      }
    },
  })
  return { draft, works, change: changeDraft, isChanged, progress, save: saveMutation }
}

/** Error of saving the profile. `file` is the file that failed, or `null` if the fields failed. */
export class SaveError extends Error {
  readonly file: FileChange['field'] | null

  constructor(file: SaveError['file'], cause: unknown) {
    super('not saved', { cause })
    this.name = 'SaveError'
    this.file = file
  }
}

/** Returns the inputs that a validation error names, with the server's messages. */
export function refusedControls(error: unknown, draft: ProfileDraft): { name: string; message: string }[] {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return []
  const fieldErrors = (error.details?.fields ?? []) as { path?: string; message?: string }[]
  return fieldErrors.map(({ path = '', message = '' }) => ({ name: controlOf(path, draft), message }))
}

function controlOf(path: string, draft: ProfileDraft): string {
  const [field = '', index, property] = path.split('.')
  if (field === 'portfolio_links') return `${property}-${filledLinks(draft)[Number(index)]?.key}`
  if (field === 'works') return `work_${property}-${draft.works[Number(index)]?.key}`
  return field === 'social_links' ? path : field
}
