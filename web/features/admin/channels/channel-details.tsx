import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { type AdminChannel, refreshCalls } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChannelFields, type ChannelSettings, settingsOf } from './channel-fields.tsx'
import styles from './channels.module.css'

/** Settings of a channel beside a post as it would appear there. */
export function ChannelDetails({ channel }: { channel: AdminChannel }) {
  const { t } = useAdminFormats()
  const { id, title } = channel
  return (
    <div className={styles.details}>
      <Card className="stack stack-4" aria-label={title}>
        <h2 className="head">{title}</h2>
        <ChannelForm channel={channel} />
      </Card>
      <Card className="stack" aria-label={t('admin.channels.preview')}>
        <PostPreview id={id} />
      </Card>
    </div>
  )
}

/** Settings of a channel, which are saved at each change. */
export function ChannelForm({ channel }: { channel: AdminChannel }) {
  const { t, whole } = useAdminFormats()
  const { id, opened, responded } = channel
  const saving = useMutation({
    // Changes are sent one after another, so that an earlier one does not overwrite a later one.
    scope: { id: `channel ${id}` },
    mutationFn: (body: ChannelSettings) =>
      api('POST /api/admin/channels/:id/settings', { params: { id }, body }),
    onError: (error) => void showFailure(error),
    onSettled: () => refreshCalls('GET /api/admin/channels', 'GET /api/admin/channels/:id/preview'),
  })
  return (
    <>
      <p className="cap muted num">
        {t('admin.channels.came', { opened: whole(opened), responded: whole(responded) })}
      </p>
      <ChannelFields
        value={saving.isPending ? saving.variables : settingsOf(channel)}
        onChange={saving.mutate}
      />
    </>
  )
}

/** A post as it would appear in a channel, and what no post contains. */
export function PostPreview({ id }: { id: number }) {
  const { t } = useAdminFormats()
  return (
    <>
      <h2 className="head">{t('admin.channels.preview')}</h2>
      <Post id={id} />
      <p className="cap muted">{t('admin.channels.private')}</p>
    </>
  )
}

/** The newest listing that the channel takes, as its post would look. */
function Post({ id }: { id: number }) {
  const { t } = useAdminFormats()
  const { data, error, refetch } = useQuery(query('GET /api/admin/channels/:id/preview', { params: { id } }))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={160} />
  if (!data.preview) return <p className="sub muted">{t('admin.channels.preview.none')}</p>
  const { title, price, price_unit, terms, text, tags, button } = data.preview
  return (
    <div className={styles.post}>
      <b>{title}</b>
      <div>
        {price && (
          <p>
            <b>{price}</b> {price_unit}
          </p>
        )}
        {terms.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p>{text}</p>
      {tags.length > 0 && <p className="accent">{tags.join(' ')}</p>}
      <p className={styles.button}>{button}</p>
    </div>
  )
}
