import { CircleHelp, FileText, Scale } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { SupportCell } from '#web/features/info/support-cell.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'

const sections = ['what', 'client', 'freelancer', 'trust'] as const

export default function AboutScreen() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t('about.title')}</PageTitle>
      <Card className="stack stack-4">
        {sections.map((section) => (
          <section key={section} className="stack stack-1">
            <h2 className="head">{t(`about.${section}.title`)}</h2>
            <p className="sub prose">{t(`about.${section}.text`)}</p>
          </section>
        ))}
      </Card>
      <List icons>
        <Cell icon={CircleHelp} title={t('faq.title')} to="/faq" />
        <Cell icon={FileText} title={t('policy.title')} to="/privacy" />
        <Cell icon={Scale} title={t('rules.title')} to="/terms" />
      </List>
      <SupportCell />
    </Page>
  )
}
