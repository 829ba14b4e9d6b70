import { CalendarX, CircleCheck, CircleDot, CircleX, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { ListedRequest } from '#web/features/services/requests/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { CardTitle, LinkCard, Price } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Typeset } from '#web/ui/typeset.tsx'

const looks: Record<ListedRequest['state'], { icon: LucideIcon; tone?: BadgeTone }> = {
  offered: { icon: CircleDot, tone: 'accent' },
  countered: { icon: Hourglass },
  accepted: { icon: CircleCheck, tone: 'good' },
  declined: { icon: CircleX },
  withdrawn: { icon: Undo2 },
  lapsed: { icon: CalendarX, tone: 'warn' },
}

/** A received request in the freelancer's list: state, service, client, price and the day until which to answer. */
export function RequestCard({ request }: { request: ListedRequest }) {
  const { t, age, date } = useFormats()
  const amount = useAmount()(request)
  const { id, state, service_name, client, offered_at, ends_at, waits_for } = request
  // A new request is the reader's step, and another price waits for the client.
  const badge =
    state === 'offered'
      ? 'deal.turn.you'
      : state === 'countered'
        ? 'deal.turn.client'
        : `request.state.${state}`
  return (
    <LinkCard>
      <div className="row row-between">
        <Badge {...looks[state]}>{t(badge)}</Badge>
        <time className="cap muted" dateTime={offered_at}>
          {age(offered_at)}
        </time>
      </div>
      <CardTitle as="h3" to={`/request/${id}`}>
        <Typeset text={service_name} />
      </CardTitle>
      <Price>{amount}</Price>
      <DottedLine className="cap muted">
        {client.full_name}
        {waits_for && t('request.untilDay', { date: date(ends_at) })}
      </DottedLine>
    </LinkCard>
  )
}
