import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Trash2 } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { dropSession } from '#web/client/http/session.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { closeApp, haptic } from '#web/telegram/index.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'

/**
 * Deletes the account after a confirmation and closes the app, because continuing would create a new account.
 */
export function useAccountDeletion(user_id: number) {
  const { t } = useTranslation()
  const removal = useMutation({
    mutationFn: () => api('DELETE /api/users/delete/:id', { params: { id: user_id } }),
    onSuccess: async () => {
      dropSession()
      haptic('success')
      await askDialog({
        icon: CircleCheck,
        tone: 'good',
        title: t('account.deleted.title'),
        text: t('account.deleted.text'),
        confirm: t('common.close'),
        wide: true,
        locked: true,
      })
      closeApp()
    },
    onError: (error) => {
      const isExecutor = error instanceof ApiError && error.code === 'executor_working'
      if (isExecutor) showToast({ text: t('account.working'), tone: 'bad' })
      else void showFailure(error)
    },
  })
  const confirmDeletion = async () => {
    haptic('warning')
    const isConfirmed = await askDialog({
      icon: Trash2,
      destructive: true,
      title: t('profile.deleteAccount.title'),
      text: t('account.confirm'),
      confirm: t('profile.deleteAccount'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) removal.mutate()
  }
  return { ask: confirmDeletion, isPending: removal.isPending }
}
