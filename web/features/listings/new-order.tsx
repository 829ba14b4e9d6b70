import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { roubles, usePayment } from '#web/features/payments/use-payment.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useValidationWords } from '#web/features/session/validation-words.ts'
import { ApiError } from '#web/http.ts'
import { confirmClosing } from '#web/telegram/index.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { BottomBar, Page, PageTitle } from '#web/ui/page.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { ListingHero } from './listing-head.tsx'
import { emptyOrder, fieldsOf } from './order-draft.ts'
import { OrderForm } from './order-form.tsx'
import { Publication } from './publication.tsx'
import { useCreateOrder } from './queries.ts'
import type { Order } from './types.ts'
import { useFormats } from './use-formats.ts'

/** The form of a new order; after saving, the same button in the same place leads to the payment page. */
export function NewOrder({ me }: { me: Me }) {
  const draft = useDraft('order', emptyOrder)
  const create = useCreateOrder()
  if (create.data) return <SavedOrder order={create.data} me={me} />
  return <OrderEntry me={me} draft={draft} create={create} />
}

type Entry = {
  me: Me
  draft: ReturnType<typeof useDraft<typeof emptyOrder>>
  create: ReturnType<typeof useCreateOrder>
}

function OrderEntry({ me, draft, create }: Entry) {
  const { t, money } = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationWords())
  const status = useQuery(publicationStatus(me.id))
  const price = status.data ? money(status.data.price, roubles) : '…'

  useEffect(() => {
    if (!draft.isKept) return
    confirmClosing(true)
    return () => confirmClosing(false)
  }, [draft.isKept])

  const save = () => {
    if (create.isPending || !form.current) return
    if (!validity.check(form.current)) return showToast({ text: t('validation.summary'), tone: 'bad' })
    const { tags, deadline, ...project_add } = fieldsOf(draft.value)
    create.mutate(
      { project_add, tags, deadline },
      {
        onSuccess: () => draft.forget(),
        onError: (error) => {
          const isRefused = error instanceof ApiError && error.code === 'too_many_posts'
          if (isRefused) void showFailure(error)
          else showToast({ text: t('create.failedOrder'), tone: 'bad' })
        },
      },
    )
  }
  return (
    <>
      <Page bar>
        <PageTitle
          action={draft.isKept && <TextButton onClick={draft.forget}>{t('create.clearDraft')}</TextButton>}
        >
          {t('create.order')}
        </PageTitle>
        <OrderForm
          form={form}
          events={validity.form}
          errors={validity.errors}
          draft={draft.value}
          onChange={draft.change}
          disabled={create.isPending}
          onSubmit={save}
        >
          <Card className="stack">
            <h2 className="head">{t('create.placement')}</h2>
            <Facts
              items={[
                {
                  name: t('create.placementPeriod'),
                  value: t('create.days', { count: limits.placementDays.default }),
                },
                { name: t('create.toPay'), value: <span className="num">{price}</span> },
              ]}
            />
            <p className="cap muted">{t('create.payNote')}</p>
          </Card>
        </OrderForm>
      </Page>
      <BottomBar>
        <Button loading={create.isPending} onClick={save}>
          {t('create.submit', { price })}
        </Button>
      </BottomBar>
    </>
  )
}

/** Saved: the invoice is asked for at once, so the button is already the tap that opens the payment page. */
function SavedOrder({ order, me }: { order: Order; me: Me }) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const status = useQuery(publicationStatus(me.id))
  const price = status.data?.price
  const payment = usePayment({
    subject: {
      payment_type: 'project',
      project_id: order.id,
      amount: price,
      currency: 'RUB',
      payment_method: 'robokassa',
    },
    money: (amount) => money(amount, roubles),
    onLeft: () => void navigate(`/payment/check?order=${order.id}`, { replace: true }),
  })
  const isKnown = price !== undefined
  const { request } = payment
  useEffect(() => {
    window.scrollTo(0, 0)
    if (isKnown) request()
  }, [isKnown, request])
  return (
    <>
      <Page bar>
        <PageTitle>{t('publish.created.title')}</PageTitle>
        <Publication order={order} />
        <ListingHero listing={order} />
      </Page>
      <BottomBar>
        <Button loading={payment.state === 'asking' || !isKnown} onClick={payment.press}>
          {t('create.submit', { price: isKnown ? money(price, roubles) : '…' })}
        </Button>
      </BottomBar>
    </>
  )
}
