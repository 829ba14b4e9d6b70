import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { launch, leaveForTelegram, openLink } from '#web/telegram/index.ts'
import { Cell, List } from '#web/ui/list.tsx'

/** Link to the bot's chat, where operators answer questions. `inside` a card it gets a background of its own. */
export function SupportCell({ inside }: { inside?: boolean }) {
  const { t } = useTranslation()
  const link = useQuery(query('GET /api/app/telegram_link'))
  const url = link.data && botChatUrl(link.data.url)
  const openChat = launch.initData ? leaveForTelegram : openLink
  return (
    <List icons inside={inside}>
      <Cell
        icon={MessageCircle}
        title={t('faq.support')}
        note={t('faq.supportHint')}
        onClick={() => url && openChat(url)}
      />
    </List>
  )
}

/** URL of the bot's chat, derived from the mini-app's link. */
function botChatUrl(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return origin + pathname
}
