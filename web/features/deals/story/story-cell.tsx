import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, Download } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell } from '#web/ui/list.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Saves the signed summary of a deal as a file. */
export function SaveSummaryCell({ order_id }: { order_id: number }) {
  const { t } = useTranslation()
  const story = useMutation({
    mutationFn: async () =>
      saveFile(await api('POST /api/projects/:id/story_file', { params: { id: order_id } })),
    onError: (error) => void showFailure(error),
  })
  return (
    <>
      <Cell
        inPlace
        icon={Download}
        title={t('deal.story')}
        note={t('deal.story.note')}
        end={story.isPending && <Spinner />}
        onClick={() => !story.isPending && story.mutate()}
      />
      <Cell icon={BadgeCheck} title={t('deal.storyCheck')} to="/deals/check" />
    </>
  )
}
