import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import {
  type ConsequenceInput,
  type Task,
  taskCalls,
  useTaskMutation,
} from '#web/features/admin/frame/queries.ts'
import { showToast } from '#web/ui/overlays.ts'

/**
 * Decisions about tasks; each can be undone while its toast is visible.
 * @param onDecided called with the id of the decided task
 */
export function useDecisions(onDecided?: (id: number) => void) {
  const { t } = useTranslation()
  const mutation = useTaskMutation()

  const decide = (run: () => Promise<Task>, text: string, done?: () => void, onRefused?: () => void) =>
    mutation.mutate(run, {
      ...(onRefused && { onError: onRefused }),
      onSuccess: ({ id }) => {
        done?.()
        showToast({
          text,
          ms: limits.moderation.undoMs,
          action: { label: t('admin.undo'), run: () => undo(id) },
        })
        onDecided?.(id)
      },
    })
  const undo = (id: number, done?: () => void) =>
    mutation.mutate(() => taskCalls.undo(id), {
      onSuccess: () => {
        done?.()
        showToast({ text: t('admin.done.undone') })
      },
    })

  return {
    isBusy: mutation.isPending,
    approve: (id: number, seen: string | null, onRefused: () => void) =>
      decide(() => taskCalls.approve(id, seen), t('admin.done.approved'), undefined, onRefused),
    reject: (id: number, reason: string, done?: () => void) =>
      decide(() => taskCalls.reject(id, reason), t('admin.done.rejected'), done),
    accept: (id: number, following: ConsequenceInput, done?: () => void) =>
      decide(() => taskCalls.accept(id, following), t('admin.accept.done'), done),
    dismiss: (id: number) => decide(() => taskCalls.dismiss(id), t('admin.dismiss.done')),
    block: (id: number, reason: string, done?: () => void) =>
      decide(() => taskCalls.block(id, reason), t('admin.block.done'), done),
    undo,
    /** Runs a call without an undo. */
    run: (run: () => Promise<Task>, text?: string, done?: () => void) =>
      mutation.mutate(run, {
        onSuccess: () => {
          done?.()
          if (text) showToast({ text })
        },
      }),
  }
}

export type Decisions = ReturnType<typeof useDecisions>
