import { useTranslation } from '#web/client/use-translation.ts'
import { SummaryCheck } from '#web/features/deals/story/story-check.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'

export default function StoryCheckScreen() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t('deal.storyCheck')}</PageTitle>
      <PageLead>{t('story.check.text')}</PageLead>
      <SummaryCheck />
    </Page>
  )
}
