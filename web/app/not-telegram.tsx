import { useQuery } from '@tanstack/react-query'
import { CloudOff, Send, Smartphone } from 'lucide-react'
import { useEffect } from 'react'
import { translations } from '#web/client/i18n-runtime.ts'
import { query, queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { launch } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { askDialog } from '#web/ui/overlays.ts'
import { Page } from '#web/ui/page.tsx'

const telegramLink = query('GET /api/app/telegram_link')

/** Page for visitors outside Telegram, below a dialog with the same text. The server controls access, not this page. */
export default function NotTelegram() {
  const { t } = useTranslation()
  const link = useQuery(telegramLink).data
  useEffect(() => {
    if (!launch.initData) void showRefusal()
  }, [])
  const openButton = link && (
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
        action={openButton}
      />
    </Page>
  )
}

let isRefused = false

/** Shows the error dialog. A browser page cannot close itself, so after "close" the page stays visible. */
async function showRefusal(): Promise<void> {
  if (isRefused) return
  isRefused = true
  const isConfirmed = await askDialog({
    icon: CloudOff,
    tone: 'bad',
    title: translations.t('error.start.title'),
    text: translations.t('error.notTelegram'),
    confirm: translations.t('notTelegram.open'),
    cancel: translations.t('error.start.close'),
    wide: true,
    locked: true,
  })
  // If the link to Telegram fails to load, the error is ignored here. The page has a button, which appears once the
  // link is loaded.
  const link = isConfirmed && (await queryClient.fetchQuery(telegramLink).catch(() => null))
  if (link) window.location.assign(link.url)
}
