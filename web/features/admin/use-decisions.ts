import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showToast } from '#web/ui/overlays.ts'
import { type Task, taskCalls, useTaskMutation } from './queries.ts'

/** Decides about tasks; each decision may be taken back as long as its toast stands. */
export function useDecisions() {
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
          action: {
            label: t('admin.undo'),
            run: () =>
              mutation.mutate(() => taskCalls.undo(id), {
                onSuccess: () => showToast({ text: t('admin.done.undone') }),
              }),
          },
        })
      },
    })

  return {
    isBusy: mutation.isPending,
    approve: (id: number, seen: string | null, onRefused: () => void) =>
      decide(() => taskCalls.approve(id, seen), t('admin.done.approved'), undefined, onRefused),
    reject: (id: number, reason: string, done?: () => void) =>
      decide(() => taskCalls.reject(id, reason), t('admin.done.rejected'), done),
    judge: (id: number, verdict: 'accept' | 'dismiss') =>
      decide(() => taskCalls[verdict](id), t(`admin.${verdict}.done`)),
    /** What cannot be taken back. */
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
