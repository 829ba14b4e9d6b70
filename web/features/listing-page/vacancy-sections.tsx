import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Vacancy } from '#web/features/listings/types.ts'
import { vacancyTexts } from '#web/features/listings/vacancy-texts.ts'
import { Tags } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Facts } from '#web/ui/list.tsx'
import { jobTypeTexts } from './order-sections.tsx'
import styles from './vacancy-sections.module.css'

/** Facts of a vacancy. The place is left out if it stands among the figures above. */
export function VacancyFacts({ vacancy }: { vacancy: Vacancy }) {
  const { t, date } = useFormats()
  const notSpecified = t('common.notSpecified')
  const isPlaceAbove = vacancy.published_at !== null && !vacancy.is_owner
  const schedule = jobTypeTexts[vacancy.schedule as keyof typeof jobTypeTexts]
  return (
    <Card className={styles.facts}>
      <Facts
        items={[
          { name: t('vacancy.schedule'), value: schedule ? t(schedule) : notSpecified },
          {
            name: t('order.experience'),
            value: vacancy.experience ? t(`option.experience.${vacancy.experience}`) : notSpecified,
          },
          ...(isPlaceAbove
            ? []
            : [
                {
                  name: t(vacancy.is_remote ? 'vacancy.workFormat' : 'vacancy.location'),
                  value: vacancy.is_remote ? t('card.remote') : (vacancy.location ?? notSpecified),
                },
              ]),
          ...(vacancy.language
            ? [{ name: t('order.language'), value: t(`option.language.${vacancy.language}`) }]
            : []),
          ...(vacancy.expires_at && vacancy.is_active
            ? [{ name: t('vacancyPage.until'), value: date(vacancy.expires_at) }]
            : []),
        ]}
      />
    </Card>
  )
}

/** The long texts of a vacancy. Empty texts are hidden. */
export function VacancyTexts({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useFormats()
  const { skills } = vacancy
  return (
    <>
      <Card className="stack">
        <h2 className="head">{t('vacancy.description')}</h2>
        <p className="prose">{bindWords(vacancy.description)}</p>
        {skills.length > 0 && <Tags items={skills} />}
      </Card>
      {vacancyTexts.map(({ field, title }) => {
        const text = vacancy[field]
        if (!text) return null
        return (
          <Card key={field} className="stack">
            <h2 className="head">{t(title)}</h2>
            <BulletList text={text} />
          </Card>
        )
      })}
    </>
  )
}

/** Shows the lines of a text as a list. A text of one line stays a paragraph. */
function BulletList({ text }: { text: string }) {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^\s*[-–—•*]?\s*/, ''))
    .filter(Boolean)
  if (lines.length < 2) return <p className="prose">{bindWords(text)}</p>
  return (
    <ul className={styles.points}>
      {lines.map((line) => (
        <li key={line}>{bindWords(line)}</li>
      ))}
    </ul>
  )
}
