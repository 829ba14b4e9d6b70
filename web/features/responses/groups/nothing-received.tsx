import { Plus, Send, UserPlus } from 'lucide-react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
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
  const { kind, id, title } = newestOpen
  return (
    <>
      <EmptyState icon={Send} title={t('received.empty.title')} text={t('received.empty.text')} />
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
          />
        </List>
      </section>
    </>
  )
}
