import { MessageCircle } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { useSupport } from './support.ts'

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
