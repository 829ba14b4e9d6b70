import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { launch, leaveForTelegram, openLink } from '#web/telegram/index.ts'
import { Cell, List } from '#web/ui/list.tsx'

/** Link to the bot's chat, where operators answer questions. `inside` a card it gets a background of its own. */
export function SupportCell({ inside }: { inside?: boolean }) {
  const { t } = useTranslation()
  const openSupport = useSupport()
  return (
    <List icons inside={inside}>
      <Cell icon={MessageCircle} title={t('faq.support')} note={t('faq.supportHint')} onClick={openSupport} />
    </List>
  )
}

/** Returns a function that opens support in the bot's chat. It does nothing until the link is loaded. */
export function useSupport(): () => void {
  const { data } = useQuery(query('GET /api/app/telegram_link'))
  return () => {
    if (data) (launch.initData ? leaveForTelegram : openLink)(supportUrl(data.url))
  }
}

/**
 * URL that opens the bot's chat and asks there for the message to support.
 * @param appLink link of the mini-app
 */
export function supportUrl(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return `${origin}${pathname}?start=support`
}
