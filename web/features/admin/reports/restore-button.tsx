import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { refreshCalls } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'

/** Button that puts a service back that was taken down. */
export function RestoreButton({ service_id }: { service_id: number }) {
  const { t } = useAdminFormats()
  const mutation = useMutation({
    mutationFn: () => api('POST /api/admin/services/:id/restore', { params: { id: service_id } }),
    onError: (error) => void showFailure(error),
    onSuccess: () => showToast({ text: t('admin.restore.done') }),
    onSettled: () => refreshCalls('GET /api/admin/reports', 'GET /api/admin/users/:id/reports'),
  })
  return (
    <p>
      <Button small variant="fill" loading={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('admin.restore')}
      </Button>
    </p>
  )
}
