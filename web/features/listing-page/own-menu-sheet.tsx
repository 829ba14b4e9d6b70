import { useQuery } from '@tanstack/react-query'
import { Archive, CalendarPlus, CirclePause, CirclePlay, Copy } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { close, extend, hide, show } from '#contract/policies.ts'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { copyPath } from '#web/features/listings/own/paths.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { statusOf } from '#web/features/payments/queries.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import type { useSheet } from '#web/ui/use-sheet.ts'

type OwnMenuSheetProps = { listing: Listing; sheet: ReturnType<typeof useSheet> }

/** Menu of an own listing: extend, copy, pause and close. Deleting stands in the action bar. */
export default function OwnMenuSheet({ listing, sheet }: OwnMenuSheetProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const facts = { ...toListingFacts(listing), hidden_reason: listing.hidden_reason }
  const isShown = hide(facts) === null
  const pause = useListingMutation(listing, () =>
    showToast({ text: t(isShown ? 'deal.hidden' : 'deal.shown') }),
  )
  const closing = useListingMutation(listing, () => showToast({ text: t(`deal.${listing.kind}.close.done`) }))
  const confirmAndClose = async () => {
    const textPrefix = `deal.${listing.kind}.close`
    const isConfirmed = await askDialog({
      icon: Archive,
      title: t(`${textPrefix}.title`),
      text: t(`${textPrefix}.text`),
      confirm: t(`${textPrefix}.ok`),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) closing.mutate((calls, id) => calls.close(id))
  }
  const togglePublished = () => pause.mutate((calls, id) => calls.publish(id, !isShown))
  return (
    <Sheet {...sheet.props} title={t(`ownMenu.title.${listing.kind}`)}>
      <List icons flush>
        {extend(facts) === null && (
          <ExtendCell
            listing={listing}
            onClick={() => sheet.close(() => void navigate('?pay=extend', { replace: true }))}
          />
        )}
        <Cell
          icon={Copy}
          title={t('action.copy')}
          onClick={() => sheet.close(() => void navigate(copyPath(listing)))}
        />
        {(isShown || show(facts) === null) && (
          <Cell
            inPlace
            icon={isShown ? CirclePause : CirclePlay}
            title={t(isShown ? 'publish.hide' : 'publish.hidden.show')}
            note={isShown && t('ownMenu.pause')}
            onClick={() => sheet.close(togglePublished)}
          />
        )}
        {close(facts) === null && (
          <Cell
            bad
            icon={Archive}
            title={t('ownMenu.close')}
            note={t('ownMenu.close.note')}
            onClick={() => sheet.close(() => void confirmAndClose())}
          />
        )}
      </List>
    </Sheet>
  )
}

/** Row that extends the placement. It shows the price and the day until which the listing then stays in the feed. */
function ExtendCell({ listing, onClick }: { listing: Listing; onClick: () => void }) {
  const { t, money, date } = useFormats()
  const { expires_at, placement_period } = listing
  const me = useMe()
  const status = useQuery({ ...statusOf(me?.id ?? 0, listing), enabled: me !== undefined }).data
  const end = expires_at && new Date(Date.parse(expires_at) + placement_period * dayMs).toISOString()
  const days = t('card.days', { count: placement_period })
  return (
    <Cell
      icon={CalendarPlus}
      title={t('deal.endIsNear.action')}
      note={end && t('ownMenu.extend.note', { days, date: date(end) })}
      end={status && !status.is_free && <span className="num">{money(status.price, roubles)}</span>}
      onClick={onClick}
    />
  )
}

const dayMs = 24 * 60 * 60_000
