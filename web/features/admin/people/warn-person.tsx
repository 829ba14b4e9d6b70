import { useMutation } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { breaches, ReasonSheet } from '#web/features/admin/decisions/reason-sheet.tsx'
import { refresh } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'

/** Warns a person; they read the reason in the bot. The toast tells the number of recent warnings. */
export function WarnButton({ id }: { id: number }) {
  const { t } = useAdminFormats()
  const [isOpen, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: (reason: string) =>
      api('POST /api/admin/users/:id/warn', { params: { id }, body: { reason } }),
    onError: (error) => void showFailure(error),
    onSettled: () => refresh('GET /api/admin/users/:id'),
    onSuccess: ({ warnings }) => {
      setOpen(false)
      showToast({ text: t('admin.warned', { count: warnings }) })
    },
  })
  return (
    <>
      <Button small variant="card" icon={MessageSquareWarning} onClick={() => setOpen(true)}>
        {t('admin.consequence.warn')}
      </Button>
      {isOpen && (
        <ReasonSheet
          open
          onClose={() => setOpen(false)}
          title={t('admin.consequence.warn')}
          hint={t('admin.consequence.hint')}
          submit={t('admin.consequence.warn')}
          reasons={breaches}
          isBusy={mutation.isPending}
          onSubmit={(reason) => mutation.mutate(reason)}
        />
      )}
    </>
  )
}
