import { useTranslation } from '#web/client/use-translation.ts'
import { Rooms } from '#web/features/chat/rooms/rooms.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { Page, PageTitle } from '#web/ui/page.tsx'

export default function ChatsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Page bar busy={!me}>
      <PageTitle>{t('chat.title')}</PageTitle>
      {me && <Rooms user_id={me.id} isClient={me.is_client} />}
    </Page>
  )
}
