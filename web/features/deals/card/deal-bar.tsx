import { CircleCheck, Copy } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import type { DealView } from '#web/features/deals/use-deal.ts'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { copyPath } from '#web/features/listings/own/paths.ts'
import { lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './deals.module.css'

const ReturnSheet = lazySheet(() => import('#web/features/deals/hand-in/return-sheet.tsx'))

/**
 * Buttons of the client in the action bar of a deal: the answers to handed-in work, acceptance before it is handed in,
 * or a copy of the order. The chat is opened beside the executor's name.
 */
export function ClientDealButtons({ view }: { view: DealView }) {
  const { t } = useFormats()
  const { order, deal } = view
  if (deal.stage === 'handed_in') return <AcceptOrReturn view={view} />
  if (deal.stage === 'work') return <AcceptEarly view={view} />
  return (
    <ButtonLink variant="fill" icon={Copy} to={copyPath(order)}>
      {t('deal.repeat')}
    </ButtonLink>
  )
}

function AcceptEarly({ view }: { view: DealView }) {
  const { t } = useFormats()
  const acceptance = useAcceptDeal(view)
  return (
    <Button variant="fill" loading={acceptance.isPending} onClick={() => void acceptance.ask()}>
      {t(view.deal.returned_at ? 'deal.acceptReturned' : 'deal.acceptEarly')}
    </Button>
  )
}

/** Accepts the work after a confirmation. The confirmation says that the client pays the executor directly. */
function useAcceptDeal({ order, deal }: DealView) {
  const { t, money } = useFormats()
  const navigate = useNavigate()
  const approximate = useApproximate()(deal.price, deal.price, deal.currency)
  const mutation = useListingMutation(order, () => {
    haptic('success')
    showToast({ text: t('deal.accepted') })
    void navigate('?review=write', { replace: true })
  })
  const paymentText = () => {
    if (deal.price === null || deal.unit !== null) return t('deal.accept.noPrice')
    const amount = money(deal.price, deal.currency)
    return t('deal.accept.text', { amount: approximate ? `${amount} (${approximate})` : amount })
  }
  const isNothingHandedIn = deal.stage === 'work' && !deal.returned_at
  return {
    isPending: mutation.isPending,
    ask: async () => {
      const isConfirmed = await askDialog({
        icon: CircleCheck,
        tone: 'good',
        title: t('deal.accept.title'),
        text: isNothingHandedIn ? `${t('deal.accept.early')} ${paymentText()}` : paymentText(),
        confirm: t('deal.accept'),
        cancel: t('common.cancel'),
      })
      if (isConfirmed) mutation.mutate((calls, id) => calls.complete(id))
    },
  }
}

function AcceptOrReturn({ view }: { view: DealView }) {
  const { t } = useFormats()
  const sheet = useSheet()
  const acceptance = useAcceptDeal(view)
  return (
    // The bar's padding is meant for a single button.
    <div className={styles.answers} style={{ paddingInline: 0 }}>
      <Button variant="fill" onClick={sheet.open}>
        {t('deal.return')}
      </Button>
      <Button loading={acceptance.isPending} onClick={() => void acceptance.ask()}>
        {t('deal.acceptShort')}
      </Button>
      {sheet.isMounted && <ReturnSheet view={view} {...sheet.props} />}
    </div>
  )
}
