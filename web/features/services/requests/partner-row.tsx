import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import styles from '#web/features/deals/card/deal-ticket.module.css'
import { useWaitText } from '#web/features/listings/card/byline.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ServiceRequest } from '#web/features/services/requests/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating, VerifiedAfter } from '#web/ui/badge.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type PartnerRowProps = { request: ServiceRequest; side: 'client' | 'freelancer' }

/** One side of a request: the person's name and figures. A client can write to the freelancer from here. */
export function PartnerRow({ request, side }: PartnerRowProps) {
  const { t, decimal } = useFormats()
  const waitText = useWaitText()
  const person = request[side]
  const { reply_minutes, state } = request
  const isChatOffered =
    request.side === 'client' && (state === 'offered' || state === 'countered' || state === 'accepted')
  return (
    <div className="row">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <div className="grow">
        <p className={styles.name}>
          <Link to={`/user/${person.id}`} className="ellipsis">
            {person.full_name}
          </Link>
          {person.is_verified && <VerifiedAfter label={t('verify.badge')} />}
        </p>
        <DottedLine className="cap muted">
          {person.rating !== null && (
            <Rating
              value={decimal(person.rating)}
              label={t('a11y.rating', { value: decimal(person.rating) })}
            />
          )}
          {side === 'client'
            ? t('order.clientOrders', { count: person.posted_count })
            : reply_minutes === null
              ? t('deal.executor')
              : waitText(reply_minutes)}
        </DottedLine>
      </div>
      {isChatOffered && <ChatButton request={request} />}
    </div>
  )
}

/** Opens the chat with the freelancer: before the agreement the chat of the two people, then that of the order. */
function ChatButton({ request: { id, freelancer, room_id } }: { request: ServiceRequest }) {
  const { t } = useFormats()
  const chat = useOpenChat()
  const about = room_id === null ? {} : { project_id: id }
  return (
    <IconButton
      look="fill"
      icon={MessagesSquare}
      label={t('action.write')}
      disabled={chat.isPending}
      onClick={() => chat.mutate({ user_id: freelancer.id, ...about })}
    />
  )
}
