import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ChannelRight, channelPaces } from '#contract/channels.ts'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { query } from '#web/client/query.ts'
import styles from '#web/features/admin/decisions/reason-sheet.module.css'
import { refreshCalls } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChannelFields, type ChannelSettings } from './channel-fields.tsx'

const startSettings: ChannelSettings = {
  kind: null,
  category_ids: [],
  language: null,
  per_hour: channelPaces[1],
  is_quiet: true,
}

type ConnectSheetProps = { onClose: () => void; onConnected: (id: number) => void }

/** Form that connects a channel. A refusal stands below the name, because the next step is in Telegram. */
export function ConnectSheet({ onClose, onConnected }: ConnectSheetProps) {
  const { t } = useAdminFormats()
  const form = useId()
  const [chat, setChat] = useState('')
  const [settings, setSettings] = useState(startSettings)
  const botName = useQuery(query('GET /api/app/telegram_link')).data?.bot_username
  const connecting = useMutation({
    mutationFn: () => api('POST /api/admin/channels', { body: { ...settings, chat: chat.trim() } }),
    onSuccess: ({ id }) => {
      showToast({ text: t('admin.channels.connected') })
      onConnected(id)
    },
    onSettled: () => refreshCalls('GET /api/admin/channels'),
  })
  const refusal = connecting.error ? refusalOf(connecting.error, t) : undefined
  return (
    <Sheet
      open
      centred
      onClose={onClose}
      title={t('admin.channels.connect')}
      footer={
        <div className={styles.acts}>
          <Button wide variant="fill" className={styles.cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            wide
            type="submit"
            form={form}
            disabled={chat.trim().length < 2}
            loading={connecting.isPending}
          >
            {t('admin.channels.connect')}
          </Button>
        </div>
      }
    >
      {/* The fields are in a form element, so that Enter connects the channel. */}
      <form
        id={form}
        className="stack stack-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!connecting.isPending) connecting.mutate()
        }}
      >
        <p className="sub">{t('admin.channels.connect.steps', { bot: botName ? `@${botName}` : '' })}</p>
        <InputField
          label={t('admin.channels.chat')}
          hint={t('admin.channels.chat.hint')}
          error={refusal}
          required
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="@"
          value={chat}
          onValue={(next) => {
            connecting.reset()
            setChat(next)
          }}
        />
        <ChannelFields value={settings} onChange={setSettings} />
      </form>
    </Sheet>
  )
}

/** Words for a refused connection. Missing rights are named. */
function refusalOf(error: Error, t: ReturnType<typeof useAdminFormats>['t']): string {
  if (!(error instanceof ApiError) || error.code !== 'channel_rights_missing') return errorText(error)
  const missing = (error.details?.missing ?? []) as ChannelRight[]
  const rights = missing.map((right) => t(`admin.channels.right.${right}`)).join(', ')
  return rights ? t('admin.channels.connect.missing', { rights }) : errorText(error)
}
