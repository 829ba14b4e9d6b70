import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import type { DealView } from '#web/features/deals/use-deal.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { RemarkField } from './hand-in-form.tsx'

type ReturnSheetProps = { view: DealView; open: boolean; onClose: () => void; onClosed: () => void }

const dayMs = 24 * 60 * 60_000
const toDateInput = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Sheet in which the client returns the work with a remark and a new deadline. */
export default function ReturnSheet({ view: { order, deal }, ...sheet }: ReturnSheetProps) {
  const { t, date } = useFormats()
  const draft = useDraft(`return:${order.id}`, { text: '' })
  const uploads = useUploads()
  const [now] = useState(Date.now)
  const proposedDueMs =
    Math.max(now, deal.due_at ? Date.parse(deal.due_at) : now) + limits.deal.returnDays * dayMs
  const [due, setDue] = useState(toDateInput(proposedDueMs))
  const [isMissing, setMissing] = useState(false)
  const mutation = useListingMutation(order, () => {
    draft.forget()
    showToast({ text: t('deal.returned') })
    sheet.onClose()
  })
  const text = draft.value.text.trim()
  const sendReturn = () => {
    if (!text) return setMissing(true)
    const body = { text, due_at: due, file_ids: uploads.ids }
    mutation.mutate((_, id) => api('POST /api/projects/return/:id', { params: { id }, body }))
  }
  return (
    <Sheet
      {...sheet}
      title={t('deal.return.title')}
      footer={
        <div className="stack stack-2">
          <Button wide loading={mutation.isPending || uploads.isBusy} onClick={sendReturn}>
            {t('deal.return.send')}
          </Button>
          <p className="cap muted" style={{ textAlign: 'center' }}>
            {t('deal.return.note')}
          </p>
        </div>
      }
    >
      <fieldset disabled={mutation.isPending} className="stack">
        <RemarkField
          required
          label={t('deal.return.what')}
          rows={5}
          error={isMissing && !text ? t('deal.return.missing') : undefined}
          value={draft.value.text}
          onValue={(words) => draft.change({ text: words })}
        />
        <UploadField uploads={uploads} title={t('deal.return.files')} note={t('deal.files.limit')} />
        <DateField
          label={t('deal.return.date')}
          shown={due && date(`${due}T00:00`)}
          min={toDateInput(now + dayMs)}
          max={toDateInput(now + limits.deadline.ms - dayMs)}
          value={due}
          onValue={setDue}
        />
      </fieldset>
    </Sheet>
  )
}
