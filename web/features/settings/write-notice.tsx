import { BellOff } from 'lucide-react'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ensureBotCanWrite } from '#web/features/session/write-access.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notificationSettings } from './queries.ts'

/** Notice that the bot cannot write to the user, since the switches below have no effect until it can. */
export function WriteNotice() {
  const { t } = useTranslation()
  const allow = async () => {
    await ensureBotCanWrite()
    await queryClient.invalidateQueries({ queryKey: notificationSettings().queryKey })
  }
  return (
    <Notice
      icon={BellOff}
      tone="warn"
      title={t('notify.blocked.title')}
      action={<TextButton onClick={() => void allow()}>{t('notify.blocked.allow')}</TextButton>}
    >
      {t('notify.blocked.text')}
    </Notice>
  )
}
