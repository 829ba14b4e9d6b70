import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useValidationWords } from '#web/features/session/validation-words.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { BottomBar, Page, PageTitle } from '#web/ui/page.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { changesOf, draftOf } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { useEditOrder } from './queries.ts'
import type { Order } from './types.ts'
import { useFormats } from './use-formats.ts'

/** The same form over an own order; only what was changed is sent. */
export function EditOrder({ order }: { order: Order }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const before = useRef(draftOf(order)).current
  const [draft, setDraft] = useState(before)
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationWords())
  const edit = useEditOrder(order.id)

  const leave = () => void navigate(`/order/${order.id}`, { replace: true })
  const save = () => {
    if (edit.isPending || !form.current) return
    if (!validity.check(form.current)) return showToast({ text: t('validation.summary'), tone: 'bad' })
    const changes = changesOf(before, draft)
    if (Object.keys(changes).length === 0) return leave()
    edit.mutate(changes, {
      onSuccess: () => {
        showToast({ text: t('create.savedOrder') })
        leave()
      },
      onError: (error) => void showFailure(error),
    })
  }
  return (
    <>
      <Page bar>
        <PageTitle>{t('create.editOrder')}</PageTitle>
        <OrderForm
          form={form}
          events={validity.form}
          errors={validity.errors}
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          disabled={edit.isPending}
          onSubmit={save}
        />
      </Page>
      <BottomBar>
        <Button loading={edit.isPending} onClick={save}>
          {t('create.saveChanges')}
        </Button>
      </BottomBar>
    </>
  )
}
