import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { query, queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { openLink } from '#web/telegram/index.ts'
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

/** Returns a function that opens support in the bot's chat. It waits for the link, so that no press is lost. */
export function useSupport(): () => void {
  const link = query('GET /api/app/telegram_link')
  useQuery(link)
  return () =>
    void queryClient.ensureQueryData(link).then(({ url }) => openLink(supportUrl(url)), showFailure)
}

/**
 * URL that opens the bot's chat and asks there for the message to support.
 * @param appLink link of the mini-app
 */
export function supportUrl(appLink: string): string {
  const { origin, pathname } = new URL(appLink)
  return `${origin}${pathname}?start=support`
}
