import { MessageSquareText, PencilLine } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#web/client/http/http.ts'
import { PersonHeart } from '#web/features/favorites/heart.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Service } from '#web/features/services/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type BarProps = { service: Service; me: Me }

/** Buttons of a service: to share it, to order it or, for its owner, to edit it, and to keep its freelancer. */
export function ServiceBar({ service, me }: BarProps) {
  const { t } = useFormats()
  return (
    <BottomBar>
      {service.takedown_reason === null && (
        <ShareButton item={{ kind: 'service', id: service.id, title: service.name }} />
      )}
      {service.is_owner ? (
        <ButtonLink variant="fill" icon={PencilLine} to={`/profile/edit?service=${service.id}`}>
          {t('action.edit')}
        </ButtonLink>
      ) : (
        <OrderButton service={service} me={me} />
      )}
      {!service.is_owner && <PersonHeart person={service.freelancer} look="fill" />}
    </BottomBar>
  )
}

/**
 * Button that opens the order sheet. A missing phone confirmation does not disable it, because the phone is confirmed
 * before the sheet opens.
 */
function OrderButton({ service, me }: BarProps) {
  const { t } = useFormats()
  const [, setParams] = useSearchParams()
  const verifyPhone = useVerification(me)
  const { price, currency } = service
  const amount = useAmount()({ price, currency })
  if (service.my_request_id !== null)
    return (
      <ButtonLink variant="fill" icon={MessageSquareText} to={`/request/${service.my_request_id}`}>
        {t('service.requested')}
      </ButtonLink>
    )
  if (service.is_closed) return <Button disabled>{t('service.closed')}</Button>
  if (service.refusal === 'requests_full' || service.refusal === 'too_many_service_requests')
    return (
      <Button
        variant="fill"
        onClick={() => void showFailure(new ApiError(service.refusal ?? 'requests_full'))}
      >
        {t('service.full')}
      </Button>
    )
  const openOrder = async () => {
    if (await verifyPhone()) setParams({ order: '1' }, { replace: true })
  }
  return (
    <Button onClick={() => void openOrder()}>
      {price === null ? t('service.orderFree') : t('service.order', { price: amount })}
    </Button>
  )
}
