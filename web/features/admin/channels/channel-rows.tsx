import { CircleCheck, CircleX, Ellipsis, Moon, Pause, TriangleAlert } from 'lucide-react'
import { useIsWide } from '#web/features/admin/frame/list.tsx'
import type { AdminChannel } from '#web/features/admin/frame/queries.ts'
import section from '#web/features/admin/frame/section.module.css'
import { unbroken, useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { clock } from '#web/features/listings/formats/moments.ts'
import { elapsed } from '#web/features/listings/formats/relative-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './channels.module.css'

type ChannelRowsProps = {
  channels: AdminChannel[]
  /** Channel whose settings stand below the table. */
  shown?: number | undefined
  /** Shows the settings of a channel. */
  onShow: (id: number) => void
  /** Opens the acts on a channel. */
  onMenu: (id: number) => void
}

/** Connected channels as a table, or as rows of a list on a narrow screen. */
export function ChannelRows({ channels, shown, onShow, onMenu }: ChannelRowsProps) {
  const { t } = useAdminFormats()
  const isWide = useIsWide()
  if (!isWide)
    return channels.map((one) => <NarrowRow key={one.id} channel={one} onShow={() => onShow(one.id)} />)
  return (
    <table className={styles.channels}>
      <thead>
        <tr>
          <th>{t('admin.channels.col.channel')}</th>
          <th>{t('admin.channels.kinds')}</th>
          <th className={styles.spare}>{t('admin.channels.col.language')}</th>
          <th className={section.right}>{t('admin.channels.col.today')}</th>
          <th className={styles.spare}>{t('admin.channels.col.last')}</th>
          <th className={section.right}>{t('admin.channels.col.responses')}</th>
          <th>{t('admin.channels.col.state')}</th>
          <th>
            <span className="visually-hidden">{t('admin.users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map((one) => (
          <TableRow
            key={one.id}
            channel={one}
            isShown={one.id === shown}
            onShow={() => onShow(one.id)}
            onMenu={() => onMenu(one.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { channel: AdminChannel; onShow: () => void }

function TableRow({ channel, isShown, onShow, onMenu }: RowProps & { isShown: boolean; onMenu: () => void }) {
  const { t, whole } = useAdminFormats()
  const { id, title, username, language, posted_today, responded } = channel
  const lastTime = useLastTime(channel)
  return (
    <tr className={isShown ? styles.shown : undefined}>
      <td className={styles.words}>
        <div className={section.first}>
          <Avatar id={id} name={title} size={32} />
          <div>
            <button type="button" className={styles.name} aria-pressed={isShown} onClick={onShow}>
              {title}
            </button>
            {username && <p className="cap muted">@{username}</p>}
          </div>
        </div>
      </td>
      <td className={styles.words}>
        <TakenListings channel={channel} />
      </td>
      <td className={cx(styles.spare, 'muted')}>{t(`admin.value.${language ?? 'any'}`)}</td>
      <td className={section.right}>{whole(posted_today)}</td>
      <td className={cx(styles.spare, 'muted num')}>{lastTime}</td>
      <td className={section.right}>{whole(responded)}</td>
      <td>
        <ChannelBadge channel={channel} />
      </td>
      <td>
        <IconButton icon={Ellipsis} label={t('admin.users.more', { name: title })} onClick={onMenu} />
      </td>
    </tr>
  )
}

function NarrowRow({ channel, onShow }: RowProps) {
  const { t, whole } = useAdminFormats()
  const { id, title, posted_today, responded } = channel
  return (
    <div className={section.row}>
      <Avatar id={id} name={title} />
      <div className="grow stack stack-1">
        <p className={styles.title}>{title}</p>
        <p className="cap muted">
          <TakenListings channel={channel} />
        </p>
        <DottedLine className="cap muted num">
          {unbroken(t('admin.channels.posted', { number: whole(posted_today) }))}
          {unbroken(t('admin.channels.responded', { number: whole(responded) }))}
        </DottedLine>
        <div>
          <ChannelBadge channel={channel} />
        </div>
      </div>
      <IconButton icon={Ellipsis} label={t('admin.users.more', { name: title })} onClick={onShow} />
    </div>
  )
}

/** Kinds and categories of the listings that a channel takes. */
function TakenListings({ channel: { kind, categories } }: { channel: AdminChannel }) {
  const { t } = useAdminFormats()
  const categoryNames = categories.map(({ name }) => name).join(', ')
  return (
    <DottedLine as="span">
      {kind && t(`admin.channels.kind.${kind}`)}
      {categoryNames ? <Typeset text={categoryNames} /> : t('admin.tariffs.all')}
    </DottedLine>
  )
}

/** Time of the last post: the time of day if it was today, otherwise the day. */
function useLastTime({ last_posted_at }: AdminChannel): string {
  const { t, language } = useAdminFormats()
  if (last_posted_at === null) return '—'
  const elapsedTime = elapsed(language, last_posted_at)
  if (elapsedTime.unit === 'date') return elapsedTime.text
  return elapsedTime.unit === 'yesterday' ? t('time.yesterday') : clock(language, last_posted_at)
}

/** State of a channel: what keeps it from posting, the most urgent first. */
export function ChannelBadge({ channel }: { channel: AdminChannel }) {
  const { t, language } = useAdminFormats()
  const { lost, missing_rights, state, quiet_until } = channel
  if (lost)
    return (
      <Badge tone="bad" icon={CircleX}>
        {t(`admin.channels.state.${lost.reason}`)}
      </Badge>
    )
  if (missing_rights.length > 0)
    return (
      <Badge tone="warn" icon={TriangleAlert}>
        {t('admin.channels.state.missing')}
      </Badge>
    )
  if (state === 'paused') return <Badge icon={Pause}>{t('admin.channels.state.paused')}</Badge>
  if (quiet_until !== null)
    return (
      <Badge icon={Moon}>
        {unbroken(t('admin.channels.state.night', { time: clock(language, quiet_until) }))}
      </Badge>
    )
  return (
    <Badge tone="good" icon={CircleCheck}>
      {t('admin.channels.state.on')}
    </Badge>
  )
}
