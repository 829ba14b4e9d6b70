import { Check, MessagesSquare, PencilLine, Send, Share, Trash2 } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { edit, extend, pay, remove } from '#contract/policies.ts'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import { Heart } from '#web/features/favorites/heart.tsx'
import { PayButton } from '#web/features/payments/pay-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { ApiError } from '#web/http.ts'
import { haptic, leaveForTelegram } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { BottomBar } from '#web/ui/page.tsx'
import { factsOf } from './facts.ts'
import { useDeleteListing } from './queries.ts'
import { useShare } from './share.ts'
import type { Order } from './types.ts'
import { useFormats } from './use-formats.ts'

type BarProps = { order: Order; me: Me; onRespond: () => void; isAsking: boolean }

/** Exactly three actions, by who looks (specification, section 2). */
export function OrderActionBar(props: BarProps) {
  const { t } = useFormats()
  const share = useShare()
  const { order } = props
  return (
    <BottomBar>
      <IconButton look="fill" icon={Share} label={t('action.share')} onClick={() => void share(order)} />
      {order.is_owner ? <OwnerMain {...props} /> : <ReaderMain {...props} />}
      {order.is_owner ? <DeleteButton order={order} me={props.me} /> : <Heart listing={order} look="fill" />}
    </BottomBar>
  )
}

function ReaderMain({ order, onRespond, isAsking }: BarProps) {
  const { t } = useFormats()
  const chat = useOpenChat()
  const link = order.author.telegram_link
  if (order.is_executor)
    return link ? (
      <Button icon={Send} onClick={() => leaveForTelegram(link)}>
        {t('action.goToTg')}
      </Button>
    ) : (
      <Button
        icon={MessagesSquare}
        loading={chat.isPending}
        onClick={() => chat.mutate({ user_id: order.author.id, project_id: order.id })}
      >
        {t('action.write')}
      </Button>
    )
  if (order.is_responded)
    return (
      <Button icon={Check} disabled>
        {t('action.responded')}
      </Button>
    )
  return (
    <Button loading={isAsking} onClick={onRespond}>
      {t('action.respond')}
    </Button>
  )
}

function OwnerMain({ order, me }: BarProps) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  if (pay(factsOf(order)) === null) return <PayButton listing={order} me={me} />
  if (search.get('pay') === 'extend' && extend(factsOf(order)) === null)
    return <PayButton listing={order} me={me} label={(price) => t('action.extend', { price })} />
  const open = () => {
    const refusal = edit(factsOf(order))
    if (refusal) void showFailure(new ApiError(refusal))
    else void navigate(`/order/create?target=${order.id}&type=edit`)
  }
  return (
    <Button variant="fill" icon={PencilLine} onClick={open}>
      {t('action.edit')}
    </Button>
  )
}

function DeleteButton({ order, me }: { order: Order; me: Me }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const removal = useDeleteListing(order)
  const ask = async () => {
    const refusal = remove(factsOf(order))
    if (refusal) return showFailure(new ApiError(refusal))
    haptic('warning')
    const isConfirmed = await askDialog({
      icon: Trash2,
      destructive: true,
      title: t('delete.order.title'),
      text: t('delete.order.text'),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    })
    if (!isConfirmed) return
    removal.mutate(undefined, {
      onSuccess: () => {
        showToast({ text: t('delete.order.done') })
        void navigate(me.is_client ? '/search/freelancer' : '/search/personal', { replace: true })
      },
      onError: (error) => void showFailure(error),
    })
  }
  return (
    <IconButton
      look="fill"
      tone="bad"
      icon={Trash2}
      label={t('action.delete')}
      disabled={removal.isPending}
      onClick={() => void ask()}
    />
  )
}
