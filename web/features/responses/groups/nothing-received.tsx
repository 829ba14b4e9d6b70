import { useQuery } from '@tanstack/react-query'
import { FilePen, Plus, Send, UserPlus } from 'lucide-react'
import type { ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { editPath } from '#web/features/listings/own/paths.ts'
import { invitationsOf } from '#web/features/responses/invitations/queries.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import type { Received } from './queries.ts'

/**
 * Empty state for a client without responses. It leads to inviting people to the open listing, or to creating the first
 * listing.
 */
export function NothingReceived({ newestOpen }: { newestOpen: Received['newest_open'] }) {
  const { t } = useFormats()
  if (!newestOpen)
    return (
      <EmptyState
        icon={Send}
        title={t('received.none.title')}
        text={t('received.none.text')}
        action={
          <ButtonLink icon={Plus} to="/order/create">
            {t('received.none.action')}
          </ButtonLink>
        }
      />
    )
  return <StillNothing listing={newestOpen} />
}

/** Things that a client can do while nobody has responded to the newest open listing. */
function StillNothing({ listing }: { listing: NonNullable<Received['newest_open']> }) {
  const { t } = useFormats()
  const { kind, id, title } = listing
  const people = useQuery(invitationsOf(id)).data?.people
  const funnel = useQuery(query('GET /api/listings/:id/funnel', { params: { id } })).data
  const fittingCount = people?.filter(({ invitation }) => invitation === null).length ?? 0
  const { text } = funnel ?? {}
  // The same bound as that of the advice in the statistics.
  const isTextShort = text != null && text.own * 3 < text.usual * 2
  return (
    <>
      <EmptyState icon={Send} title={t('received.empty.title')} text={useFirstResponseText(funnel)} />
      <section className="stack stack-2">
        <h2 className="cap muted" style={{ padding: '0 var(--gutter)' }}>
          {t('received.meanwhile')}
        </h2>
        <List icons>
          <Cell
            icon={UserPlus}
            to={`/${kind}/${id}/invite`}
            title={t('received.invite')}
            note={<small className="ellipsis">{t('received.inviteFor', { title })}</small>}
            end={fittingCount > 0 && <span className="num">{fittingCount}</span>}
          />
          {isTextShort && (
            <Cell
              icon={FilePen}
              to={editPath(listing)}
              title={t('received.improve')}
              note={t('received.improveFor', { count: text.own, usual: text.usual })}
            />
          )}
        </List>
      </section>
    </>
  )
}

/** When the first response usually comes. Without a measured time, only that the bot will tell it. */
function useFirstResponseText(funnel: ListingFunnel | undefined): string {
  const { t } = useFormats()
  const minutes = funnel?.first_response_minutes ?? null
  if (minutes === null) return t('received.empty.text')
  const hours = Math.max(1, Math.ceil(minutes / 60))
  const time =
    hours <= 24 ? t('card.hours', { count: hours }) : t('card.days', { count: Math.ceil(hours / 24) })
  return t('received.empty.usual', { time })
}

type ListingFunnel = ReplyOf<'GET /api/listings/:id/funnel'>
