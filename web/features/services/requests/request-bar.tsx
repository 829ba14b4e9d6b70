import { CircleCheck, CircleX } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import { CounterSheet } from './counter-sheet.tsx'
import { DeclineSheet } from './decline-sheet.tsx'
import { useRequestMutation } from './mutations.ts'
import { useTermsText } from './terms.tsx'

/** Answers that the viewer may give now. */
export function RequestBar({ request }: { request: ServiceRequest }) {
  const { t } = useFormats()
  const counterSheet = useSheet()
  const declineSheet = useSheet()
  const accepting = useAccept(request)
  const withdrawing = useWithdraw(request)
  const { acts } = request
  if (acts.length === 0) return null
  const mayAccept = acts.includes('accept')
  return (
    <>
      <BottomBar>
        <div className="stack stack-1" style={{ paddingInline: 0 }}>
          <div className="row" style={{ alignItems: 'stretch' }}>
            {acts.includes('counter') && (
              <Button variant="fill" className="grow" onClick={counterSheet.open}>
                {t('request.counter')}
              </Button>
            )}
            {acts.includes('withdraw') && (
              <Button
                variant="fill"
                className="grow"
                loading={withdrawing.isPending}
                onClick={() => void withdrawing.ask()}
              >
                {t(mayAccept ? 'request.refuse' : 'request.withdraw')}
              </Button>
            )}
            {mayAccept && (
              <Button className="grow" loading={accepting.isPending} onClick={() => void accepting.ask()}>
                {t(request.side === 'client' ? 'request.agree' : 'request.accept')}
              </Button>
            )}
          </div>
          {acts.includes('decline') && (
            <Button wide variant="ghost" onClick={declineSheet.open}>
              {t('request.decline')}
            </Button>
          )}
        </div>
      </BottomBar>
      {counterSheet.isMounted && <CounterSheet request={request} {...counterSheet.props} />}
      {declineSheet.isMounted && <DeclineSheet request={request} {...declineSheet.props} />}
    </>
  )
}

/** Accepts the terms on the screen after a confirmation, because work begins with it. */
function useAccept(request: ServiceRequest) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const termsText = useTermsText()
  const { id, side, price } = request
  const mutation = useRequestMutation(id, () => {
    showToast({ text: t('request.accepted') })
    void navigate(`/order/${id}`, { replace: true })
  })
  const ask = async () => {
    const reader = side === 'client' ? 'client' : 'freelancer'
    const isConfirmed = await askDialog({
      icon: CircleCheck,
      tone: 'good',
      title: t(`request.accept.title.${reader}`),
      text: t(`request.accept.text.${reader}`, { terms: termsText(request) }),
      confirm: t(side === 'client' ? 'request.agree' : 'request.accept'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) mutation.mutate((calls, request_id) => calls.accept(request_id, { price }))
  }
  return { isPending: mutation.isPending, ask }
}

/** Closes the client's request after a confirmation. */
function useWithdraw({ id, state }: ServiceRequest) {
  const { t } = useFormats()
  const mutation = useRequestMutation(id, () => showToast({ text: t('request.withdrawn') }))
  const ask = async () => {
    const isConfirmed = await askDialog({
      icon: CircleX,
      destructive: true,
      title: t('request.withdraw.title'),
      text: t(state === 'countered' ? 'request.refuse.text' : 'request.withdraw.text'),
      confirm: t(state === 'countered' ? 'request.refuse.ok' : 'request.withdraw'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) mutation.mutate((calls, request_id) => calls.withdraw(request_id))
  }
  return { isPending: mutation.isPending, ask }
}
