import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { ListedPerson } from '#web/features/people/queries.ts'
import { RatingLine } from '#web/features/people/search/freelancer-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Tags, VerifiedAfter } from '#web/ui/badge.tsx'
import { CardTitle, LinkCard } from '#web/ui/card.tsx'
import { hasStrip, PictureStrip } from '#web/ui/picture.tsx'
import styles from './recommended.module.css'
import { Section } from './section.tsx'

type RecommendedProps = { title: string; note?: string; people: ListedPerson[] }

/** Recommended people in a horizontal scroller. The next person is partly visible. */
export function Recommended({ title, note, people }: RecommendedProps) {
  const { t } = useFormats()
  if (people.length === 0) return null
  return (
    <Section title={title} note={note} all={{ to: '/search/freelancer', words: t('home.all') }}>
      <div className={styles.scroller}>
        {people.map((person) => (
          <PersonTile key={person.id} person={person} />
        ))}
      </div>
    </Section>
  )
}

const shownSkills = 2
const shownTags = 3

export function PersonTile({ person }: { person: ListedPerson }) {
  const { t, money } = useFormats()
  const currencyQuery = useQuery(currencies())
  const { id, full_name, avatar_url, price_from, skills, category } = person
  const currency = currencyQuery.data?.find((known) => known.id === price_from?.currency_id)
  // The cards are equally high, so a person without pictures has the skills in their place.
  const hasSkillsAbove = !hasStrip(person.works) && skills.length > 0
  const skillsOrCategory =
    skills.length > 0 && !hasSkillsAbove ? skills.slice(0, shownSkills).join(', ') : category?.name
  return (
    <LinkCard className={styles.tile}>
      <div className="row">
        <Avatar id={id} name={full_name} src={avatar_url} />
        <div className="grow">
          <CardTitle as="h3" to={`/user/${id}`}>
            {full_name}
            {person.is_verified && <VerifiedAfter label={t('verify.badge')} />}
          </CardTitle>
          <RatingLine person={person} />
        </div>
      </div>
      {hasSkillsAbove ? (
        <div>
          <Tags items={skills.filter((skill) => skill !== category?.name).slice(0, shownTags)} />
        </div>
      ) : (
        <PictureStrip pictures={person.works} />
      )}
      <p className="cap muted ellipsis">
        {price_from && currency && (
          <b className={styles.price}>{t('card.priceFrom', { price: money(price_from.amount, currency) })}</b>
        )}
        {price_from && currency && skillsOrCategory && ' · '}
        {skillsOrCategory}
      </p>
    </LinkCard>
  )
}
