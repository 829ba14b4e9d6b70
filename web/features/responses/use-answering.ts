import { Rocket } from 'lucide-react'
import { startTransition, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { askDialog } from '#web/ui/overlays.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import type { SentResponse } from './queries.ts'
import { offerShortcut } from './shortcut-offer.ts'

/** Where a response stands, and its price among the others. */
type Standing = Pick<SentResponse, 'place' | 'price_third' | 'price_among'>

/** What the sheet of a response needs from the page under it. */
export type AnswerSheet = {
  open: boolean
  onClose: () => void
  onClosed: () => void
  /** The response is there: closes the sheet and tells its place. */
  onSent: (sent: Standing) => void
}

const others = {
  order: { place: 'respondDone.text', words: 'respondDone.orders', path: '/search/orders' },
  vacancy: { place: 'respondVacancy.sent', words: 'respondDone.vacancies', path: '/search/vacancies' },
}

/** The way from the button to the success dialog: a confirmed phone, the sheet, the place of the response. */
export function useAnswering(listing: Listing, me: Me) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const verify = useVerification(me)
  const sheet = useSheet()
  const [isAsking, setAsking] = useState(false)

  const ask = async () => {
    setAsking(true)
    const isVerified = await verify()
    // In slices: the press is answered by now, and a slow telephone has much to draw.
    startTransition(() => {
      setAsking(false)
      if (isVerified) sheet.open()
    })
  }
  const celebrate = async ({ place, price_third, price_among }: Standing) => {
    const { place: said, words, path } = others[listing.kind]
    const more = await askDialog({
      icon: Rocket,
      tone: 'good',
      wide: true,
      title: t('respondDone.title'),
      text: [
        t(said, { place }),
        price_third && `${t(`place.third.${price_third}`, { count: price_among ?? 0 })}.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirm: t(words),
      cancel: t('respondDone.responses'),
    })
    const responses = listing.kind === 'order' ? '/responses' : '/responses?kind=vacancies'
    if (more !== null) void navigate(more ? path : responses, { replace: true })
    await offerShortcut()
  }
  return {
    isAsking,
    ask: () => void ask(),
    sheet,
    /** The dialog waits until the sheet is gone. */
    sent: (sent: Standing) => sheet.close(() => void celebrate(sent)),
  }
}
