import { useTranslation } from '#web/client/use-translation.ts'
import { Card } from '#web/ui/card.tsx'
import { Page, PageLead, PageTitle } from '#web/ui/page.tsx'
import { OperatorCard } from './operator-card.tsx'
import { SupportCell } from './support-cell.tsx'

type DocumentProps = {
  /** Prefix of the translation keys `<name>.title`, `<name>.intro`, `<name>.<section>.title` and `.text`. */
  name: 'policy' | 'rules'
  sections: readonly string[]
}

/** A legal document. */
export function Document({ name, sections }: DocumentProps) {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle>{t(`${name}.title`)}</PageTitle>
      <PageLead>{t(`${name}.intro`)}</PageLead>
      <Card className="stack stack-4">
        {sections.map((section) => (
          <section key={section} className="stack stack-1">
            <h2 className="head">{t(`${name}.${section}.title`)}</h2>
            <p className="sub prose">{t(`${name}.${section}.text`)}</p>
          </section>
        ))}
      </Card>
      <OperatorCard />
      <SupportCell />
    </Page>
  )
}
