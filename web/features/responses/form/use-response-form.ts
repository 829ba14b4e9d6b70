import { Rocket } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sayPosition } from '#web/features/listings/formats/say-position.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { SentResponse } from '#web/features/responses/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { askDialog } from '#web/ui/overlays.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import { canOfferShortcut, offerShortcut } from './shortcut-offer.ts'

/** Position of a response in the author's list, and the rank of its price among all responses. */
type ResponsePosition = Pick<SentResponse, 'place' | 'price_third' | 'price_among'>

/** Props that the listing's page passes to the sheet of a response. */
export type ResponseSheetProps = {
  open: boolean
  onClose: () => void
  onClosed: () => void
  /** Called when the response is sent. Closes the sheet and shows the response's position. */
  onSent: (position: ResponsePosition) => void
}

const doneTexts = {
  order: { textKey: 'respondDone.text', buttonKey: 'respondDone.orders', path: '/search/orders' },
  vacancy: { textKey: 'respondVacancy.sent', buttonKey: 'respondDone.vacancies', path: '/search/vacancies' },
}

/** Steps of responding to a listing: confirm the phone, open the sheet, show the success dialog. */
export function useRespondFlow(listing: Listing, me: Me) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const verifyPhone = useVerification(me)
  const sheet = useSheet()
  const [isAsking, setAsking] = useState(false)
  const canOfferRef = useRef(Promise.resolve(false))

  const verifyAndOpen = async () => {
    setAsking(true)
    // Telegram is asked now, so that the success dialog does not wait for its answer.
    canOfferRef.current = canOfferShortcut()
    const isVerified = await verifyPhone()
    // The sheet opens in a transition, because rendering the sheet takes long on a slow phone and the button already
    // shows that it was pressed.
    startTransition(() => {
      setAsking(false)
      if (isVerified) sheet.open()
    })
  }
  const showSuccess = async ({ place, price_third, price_among }: ResponsePosition) => {
    const { textKey, buttonKey, path } = doneTexts[listing.kind]
    const canOffer = await canOfferRef.current
    const wantsListings = await askDialog({
      icon: Rocket,
      tone: 'good',
      wide: true,
      title: t('respondDone.title'),
      text: [
        t(textKey, { place: sayPosition(t, place) }),
        price_third && `${t(`place.third.${price_third}`, { count: price_among ?? 0 })}.`,
      ]
        .filter(Boolean)
        .join(' '),
      offer: canOffer ? offerShortcut() : undefined,
      confirm: t(buttonKey),
      cancel: t('respondDone.responses'),
    })
    const responses = listing.kind === 'order' ? '/responses?kind=orders' : '/responses?kind=vacancies'
    if (wantsListings !== null) void navigate(wantsListings ? path : responses, { replace: true })
  }
  return {
    isAsking,
    ask: () => void verifyAndOpen(),
    sheet,
    /** Closes the sheet, and opens the success dialog after the sheet has closed. */
    sent: (sent: ResponsePosition) => sheet.close(() => void showSuccess(sent)),
  }
}
