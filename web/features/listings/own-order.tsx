import { ChevronRight } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/overlays.ts'
import styles from './own-order.module.css'
import { Publication } from './publication.tsx'
import { useResubmit } from './queries.ts'
import type { Order } from './types.ts'
import { useFormats } from './use-formats.ts'

const withResponses = ['published', 'hidden', 'in_progress', 'completed']
const editableUnpaid = ['draft', 'awaiting_payment']

/** What stands above an own order: its way to the feed, and the door to its responses. */
export function OwnOrderCard({ order }: { order: Order }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  const edit = () => void navigate(`/order/create?target=${order.id}&type=edit`)
  return (
    <>
      <Publication
        listing={order}
        actions={
          order.status === 'rejected' ? (
            <Rejected order={order} onFix={edit} />
          ) : editableUnpaid.includes(order.status) ? (
            <Button small variant="soft" onClick={edit}>
              {t('action.edit')}
            </Button>
          ) : null
        }
      />
      {withResponses.includes(order.status) && (
        <Card className={styles.door}>
          <Link to={`/order/${order.id}/responses`} className={styles.link}>
            <span className="grow head">{t('order.openResponses')}</span>
            <span className="muted num">{order.responses_count}</span>
            <ChevronRight className="muted" />
          </Link>
        </Card>
      )}
    </>
  )
}

function Rejected({ order, onFix }: { order: Order; onFix: () => void }) {
  const { t } = useFormats()
  const resubmit = useResubmit(order)
  const send = () =>
    resubmit.mutate(undefined, {
      onSuccess: () => showToast({ text: t('publish.resubmitted') }),
      onError: (error) => void showFailure(error),
    })
  return (
    <div className={styles.pair}>
      <Button small onClick={onFix}>
        {t('publish.rejected.fix')}
      </Button>
      {order.resubmissions_left > 0 && (
        <Button small variant="fill" loading={resubmit.isPending} onClick={send}>
          {t('publish.resubmit')}
        </Button>
      )}
    </div>
  )
}
