import { Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown outside Telegram. The server's own checks protect the data; this only explains. */
export default function NotTelegram() {
  const { t } = useTranslation()
  return (
    <Page centred>
      <EmptyState main icon={Smartphone} title={t('notTelegram.title')} text={t('error.notTelegram')} />
    </Page>
  )
}
