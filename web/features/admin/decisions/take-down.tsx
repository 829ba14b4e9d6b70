import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import {
  type AdminListing,
  type ConsequenceInput,
  refreshCalls,
  taskCalls,
} from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { ConsequenceSheet } from './consequence-sheet.tsx'

/**
 * Hides a published listing from the feed without a report. If work on the listing has started, its author is warned
 * instead. The toast offers an undo. The compact button is an icon, for lists that are not mainly about this act.
 */
export function TakeDownButton({ listing, isCompact }: { listing: AdminListing; isCompact?: boolean }) {
  const { t } = useAdminFormats()
  const { id, title, status, author_warnings } = listing
  const [isOpen, setOpen] = useState(false)
  const mutation = useMutation({
    mutationFn: (body: ConsequenceInput) =>
      api('POST /api/admin/listings/:id/take_down', { params: { id }, body }),
    onError: (error) => void showFailure(error),
    onSettled: () => refreshCalls('GET /api/admin/listings'),
    onSuccess: ({ task_id }) => {
      setOpen(false)
      showToast({
        text: t('admin.takeDown.done'),
        ms: limits.moderation.undoMs,
        action: { label: t('admin.undo'), run: () => void takeBack(task_id) },
      })
    },
  })
  const takeBack = async (task_id: number) => {
    try {
      await taskCalls.undo(task_id)
      showToast({ text: t('admin.done.undone') })
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <>
      {isCompact ? (
        <IconButton icon={Ellipsis} label={t('admin.takeDown', { title })} onClick={() => setOpen(true)} />
      ) : (
        <Button
          small
          variant="fill"
          aria-label={t('admin.takeDown', { title })}
          onClick={() => setOpen(true)}
        >
          {t('admin.consequence.remove.listing')}
        </Button>
      )}
      {isOpen && (
        <ConsequenceSheet
          open
          onClose={() => setOpen(false)}
          subject={title}
          removing={status === 'published' ? 'listing' : null}
          asked={status === 'published' ? 'remove' : null}
          isBlockable
          warnings={author_warnings}
          isBusy={mutation.isPending}
          onSubmit={(consequence, reason) => mutation.mutate({ consequence, reason })}
        />
      )}
    </>
  )
}
