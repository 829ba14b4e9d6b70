import { CloudOff, Rocket } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import { useLostConnection } from '#web/client/http/network.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Order } from '#web/features/listings/types.ts'
import { BoostNote, BoostPlaces } from '#web/features/payments/boost/boost-places.tsx'
import { openPayment } from '#web/features/payments/open-payment.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { isAnswered } from '#web/features/responses/fields/questions-answered.ts'
import { TemplatesButton } from '#web/features/responses/fields/templates.tsx'
import { useOddPriceCheck } from '#web/features/responses/fields/use-odd-price.tsx'
import { useResponseFiles } from '#web/features/responses/fields/use-response-files.ts'
import { type SentResponse, useRespond } from '#web/features/responses/queries.ts'
import { draftOf, isRepeatable, sendLater } from '#web/features/responses/received/waiting-responses.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { haptic, launch } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { RespondForm, type ResponseDraft } from './respond-form.tsx'
import type { ResponseSheetProps } from './use-response-form.ts'

type RespondSheetProps = ResponseSheetProps & { order: Order }

const empty: ResponseDraft = { text: '', price: '', currency: defaultResponseCurrency, link: '' }

/** Sheet for responding to an order. The draft is kept when the sheet closes. */
export default function RespondSheet({ order, open, onClose, onClosed, onSent }: RespondSheetProps) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const isLost = useLostConnection()
  const draft = useDraft(draftOf(order.id), empty)
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const files = useResponseFiles()
  const respondMutation = useRespond(files.uploads.ids)
  const [hasTemplates, setTemplates] = useState(false)
  const [unpaid, setUnpaid] = useState<SentResponse | null>(null)
  const sendingType = respondMutation.isPending ? respondMutation.variables.response_type : null
  const stake = order.response_stake ?? 0

  useUnsaved(open && (draft.value.text !== '' || files.uploads.items.length > 0))

  const onResponseSent = (sentResponse: SentResponse) => onSent(sentResponse)
  const oddPriceCheck = useOddPriceCheck(order, draft.value, () =>
    form.current?.querySelector<HTMLInputElement>('[name=price]')?.focus(),
  )
  const submitForm = (type: 20 | 200) => {
    if (respondMutation.isPending || !form.current || !validity.check(form.current) || !files.check()) return
    if (!isAnswered(order.questions, draft.value.answers))
      return showToast({ text: t('questions.unanswered'), tone: 'bad' })
    oddPriceCheck.guard(() => sendResponse(type))
  }
  const sendResponse = (type: 20 | 200) => {
    const { text, price, currency, link, answers = [] } = draft.value
    const body = {
      response_text: text,
      price: parseAmount(price),
      currency,
      materials_link: link || null,
      ...(order.questions.length > 0 && { answers: answers.map((answer) => answer.trim()) }),
      response_type: type,
      platform: launch.platform,
    }
    const response = { project_id: order.id, ...body }
    const queue = () => {
      sendLater({
        kind: 'order',
        call: 'POST /api/projects/add_resp',
        input: { body: { response, file_ids: files.uploads.ids } },
        listing_id: order.id,
        text,
        price: price && `${price} ${currency}`,
      })
      onClose()
    }
    if (isLost) return queue()
    respondMutation.mutate(response, {
      onSuccess: (sentResponse) => {
        draft.forget()
        haptic('success')
        if (sentResponse.payment_url) setUnpaid(sentResponse)
        else {
          if (type === responseTypes.boosted)
            showToast({ text: t('respond.slotsTaken', { count: limits.boostSlots }), tone: 'bad' })
          onResponseSent(sentResponse)
        }
      },
      onError: (error) => {
        // After a network failure a boosted response is not sent later automatically, because the boost would cost
        // money without the user's notice.
        if (isRepeatable(error) && type === responseTypes.normal) return queue()
        void showFailure(error)
        void refreshListings(order.id)
      },
    })
  }
  const payBoost = async () => {
    if (!unpaid?.payment_url || !(await openPayment(unpaid.payment_url))) return
    void navigate(`/payment/check?response=${unpaid.id}`)
  }

  const price = money(stake, roubles)
  // Position of the response without a boost. A boost is offered only if it would improve the position.
  const placeNumber = order.responses_count + 1
  // The payment of a boost needs a connection, so a boost is not offered offline.
  const isBoostOffered =
    !isLost && stake > 0 && (order.boost_place === null || order.boost_place < placeNumber)
  const footer = unpaid ? (
    <>
      <Button wide variant="boost" icon={Rocket} onClick={() => void payBoost()}>
        {t('payment.go', { price })}
      </Button>
      <BoostPlaces
        placeNow={unpaid.place}
        placeAfter={unpaid.place_after_payment ?? unpaid.place}
        free={order.boost_slots_free}
      />
      <Button wide variant="fill" onClick={() => onResponseSent(unpaid)}>
        {t('common.close')}
      </Button>
    </>
  ) : (
    <>
      {isBoostOffered && (
        <>
          <Button
            wide
            variant="boost"
            icon={Rocket}
            loading={sendingType === responseTypes.boosted}
            disabled={
              sendingType === responseTypes.normal || order.boost_slots_free === 0 || files.uploads.isBusy
            }
            onClick={() => submitForm(responseTypes.boosted)}
          >
            {t('respond.boost', { stake: price })}
          </Button>
          {order.boost_place === null ? (
            <BoostNote>{t('respond.slotsTaken', { count: limits.boostSlots })}</BoostNote>
          ) : (
            <BoostPlaces
              placeNow={placeNumber}
              placeAfter={order.boost_place}
              free={order.boost_slots_free}
            />
          )}
        </>
      )}
      <Button
        wide
        loading={sendingType === responseTypes.normal}
        disabled={sendingType === responseTypes.boosted || files.uploads.isBusy}
        onClick={() => submitForm(responseTypes.normal)}
      >
        {t(isLost ? 'waiting.send' : 'respond.submit')}
      </Button>
    </>
  )
  return (
    <Sheet
      open={open}
      onClose={unpaid ? () => onResponseSent(unpaid) : onClose}
      onClosed={onClosed}
      title={t('respond.title')}
      action={
        !unpaid && <TemplatesButton isOpen={hasTemplates} onToggle={() => setTemplates(!hasTemplates)} />
      }
      inSteps
      footer={footer}
    >
      <p className="sub muted" style={{ marginTop: 'calc(-1 * var(--s-1))' }}>
        {unpaid ? t('respond.savedPlain') : order.title}
      </p>
      {!unpaid && (
        <RespondForm
          order={order}
          form={form}
          validity={validity}
          draft={draft.value}
          onChange={draft.change}
          disabled={respondMutation.isPending}
          hasTemplates={hasTemplates}
          files={files}
        />
      )}
      {isLost && !unpaid && <Notice icon={CloudOff}>{t('waiting.note')}</Notice>}
      {oddPriceCheck.dialog}
    </Sheet>
  )
}
