import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { queryClient } from '#web/client/query.ts'
import { changeMe, type Me } from '#web/features/session/use-me.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import type { Change } from './change.ts'
import { changesOf } from './changes.ts'
import { draftOf, type ProfileDraft } from './draft.ts'

/** A refusal and the control it belongs to. */
export type SaveFailure = { field: string; error: unknown }

/**
 * The profile's form: changes are staged here and sent together, one call each. When one of them is refused,
 * what came before it is saved and the rest stays staged.
 */
export function useProfileForm(me: Me) {
  const [draft, setDraft] = useState(() => draftOf(me))
  const latest = useRef(draft)
  const [progress, setProgress] = useState<Record<string, number>>({})
  const change = (part: Partial<ProfileDraft>) => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
  }
  const changes = changesOf(me, draft)
  const isChanged = changes.length > 0
  useUnsaved(isChanged)

  const save = useMutation({
    mutationFn: async () => {
      const failure = await runAll(changes, change, latest, (field, share) =>
        setProgress((now) => ({ ...now, [field]: share })),
      )
      setProgress({})
      await refresh(me.id)
      if (failure) throw new SaveError(failure)
    },
  })
  return { draft, change, isChanged, progress, save }
}

export class SaveError extends Error {
  readonly failure: SaveFailure

  constructor(failure: SaveFailure) {
    super('not saved')
    this.name = 'SaveError'
    this.failure = failure
  }
}

async function runAll(
  changes: Change[],
  change: (part: Partial<ProfileDraft>) => void,
  latest: { current: ProfileDraft },
  onProgress: (field: string, share: number) => void,
): Promise<SaveFailure | null> {
  for (const { field, run } of changes) {
    try {
      await run(
        (part) => change(part(latest.current)),
        (share) => onProgress(field, share),
      )
    } catch (error) {
      return { field, error }
    }
  }
  return null
}

/** The profile as the server has it now. A lost answer leaves the old one: saving again then repeats harmlessly. */
async function refresh(user_id: number): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['GET /api/users/full_user_info'] })
  const fresh = await api('GET /api/users/full_user_info', { query: { user_id } }).catch(() => null)
  if (fresh) changeMe(fresh.user)
}

/** The controls that a refusal names: networks of the social links by themselves, else the change's own. */
export function refusedFields({ field, error }: SaveFailure): string[] {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return []
  const named = (error.details?.fields ?? []) as { path?: string }[]
  return field === 'social' ? named.map(({ path = '' }) => `social-${path.split('.').at(-1)}`) : [field]
}
