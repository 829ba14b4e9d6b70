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
 * Decisions of a moderator about tasks. Each decision can be undone while its toast is visible.
 * @param onDecided called with the id of the decided task
 */
export function useDecisions(onDecided?: (id: number) => void) {
  const { t } = useTranslation()
  const mutation = useTaskMutation()
  const claimMutation = useTaskMutation()

  const sendDecision = (
    call: () => Promise<Task>,
    text: string,
    onDone?: () => void,
    onRefused?: () => void,
  ) =>
    mutation.mutate(call, {
      ...(onRefused && { onError: onRefused }),
      onSuccess: ({ id }) => {
        onDone?.()
        showToast({
          text,
          ms: limits.moderation.undoMs,
          action: { label: t('admin.undo'), run: () => undoDecision(id) },
        })
        onDecided?.(id)
      },
    })
  const undoDecision = (id: number, onDone?: () => void) =>
    mutation.mutate(() => taskCalls.undo(id), {
      onSuccess: () => {
        onDone?.()
        showToast({ text: t('admin.done.undone') })
      },
    })

  return {
    /** True while a decision or a question is sent. Claiming a task holds no button back. */
    isBusy: mutation.isPending,
    claim: (id: number) => claimMutation.mutate(() => taskCalls.claim(id)),
    approve: (id: number, contentHash: string | null, onRefused: () => void) =>
      sendDecision(() => taskCalls.approve(id, contentHash), t('admin.done.approved'), undefined, onRefused),
    reject: (id: number, reason: string, onDone?: () => void) =>
      sendDecision(() => taskCalls.reject(id, reason), t('admin.done.rejected'), onDone),
    accept: (id: number, consequence: ConsequenceInput, onDone?: () => void) =>
      sendDecision(() => taskCalls.accept(id, consequence), t('admin.accept.done'), onDone),
    dismiss: (id: number) => sendDecision(() => taskCalls.dismiss(id), t('admin.dismiss.done')),
    block: (id: number, reason: string, onDone?: () => void) =>
      sendDecision(() => taskCalls.block(id, reason), t('admin.block.done'), onDone),
    undo: undoDecision,
    /** Runs an API call about a task without offering an undo. */
    run: (call: () => Promise<Task>, text?: string, onDone?: () => void) =>
      mutation.mutate(call, {
        onSuccess: () => {
          onDone?.()
          if (text) showToast({ text })
        },
      }),
  }
}

export type Decisions = ReturnType<typeof useDecisions>
