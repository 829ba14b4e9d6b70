import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shareLink } from '#contract/deep-links.ts'
import { publicationStatus } from '#web/features/payments/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { queryClient } from '#web/query.ts'
import { shareLink as offerChats } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

type Shared = { kind: 'order' | 'vacancy' | 'user'; id: number; title: string }

/** Copies the link of an order, a vacancy or a person and says so; a WebView without a clipboard offers Telegram's chats instead. */
export function useShare() {
  const { t } = useTranslation()
  const me = useMe()
  return async (item: Shared) => {
    if (!me) return
    try {
      const { deep_links } = await queryClient.fetchQuery(publicationStatus(me.id))
      const url = addressOf(item, deep_links.project_template)
      const isCopied = await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      )
      if (isCopied) showToast({ text: t('share.copied'), icon: Link2 })
      else offerChats(url, item.title)
    } catch (error) {
      await showFailure(error)
    }
  }
}

/** The bot's address is known to the server; its links to us carry it. */
function addressOf(item: Pick<Shared, 'id' | 'kind'>, botLink: string): string {
  const { origin, pathname } = new URL(botLink)
  const path = pathname.split('/').filter(Boolean)
  const bot = path.pop() ?? ''
  return shareLink(bot, { page: item.kind, id: item.id }, [origin, ...path].join('/'))
}
