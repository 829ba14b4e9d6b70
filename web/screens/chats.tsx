import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

export default function ChatsScreen() {
  const { t } = useTranslation()
  return (
    <Page bar>
      <PageTitle>{t('chat.title')}</PageTitle>
      <EmptyState icon={MessagesSquare} title={t('chat.empty.title')} text={t('chat.empty.text')} />
    </Page>
  )
}
