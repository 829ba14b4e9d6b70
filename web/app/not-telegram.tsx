import { useQuery } from '@tanstack/react-query'
import { Send, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { query } from '#web/client/query.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown outside Telegram. The server's own checks protect the data; this explains and leads there. */
export default function NotTelegram() {
  const { t } = useTranslation()
  const link = useQuery(query('GET /api/app/telegram_link')).data
  const open = link && (
    <Button icon={Send} onClick={() => window.location.assign(link.url)}>
      {t('notTelegram.open')}
    </Button>
  )
  return (
    <Page centred>
      <EmptyState
        main
        icon={Smartphone}
        title={t('notTelegram.title')}
        text={t('error.notTelegram')}
        action={open}
      />
    </Page>
  )
}
