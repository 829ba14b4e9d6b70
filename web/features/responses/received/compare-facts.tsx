import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { convert } from '#web/features/listings/formats/money.ts'
import { priceRangeOf, useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { Rating } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { hasStrip, PictureStrip } from '#web/ui/picture.tsx'
import styles from './compare-sheet.module.css'

/** Returns the index of the better of two numbers. `null` if they are equal or one of them is unknown. */
function betterIndex([a, b]: (number | null)[], isLess = false): number | null {
  if (a == null || b == null || a === b) return null
  return a < b === isLess ? 0 : 1
}

/**
 * Compares two responses row by row. The better one of two numbers is marked; texts and pictures are only shown. A row in
 * which neither person has anything is left out.
 */
export function CompareFacts({ listing, pair }: { listing: Listing; pair: Response[] }) {
  const { t, decimal } = useFormats()
  const offer = useOffer(listing)
  const people = pair.map(({ user }) => user)
  const prices = pair.map((response) => priceInListingCurrency(listing, response))
  const skills = pair.map((response) => skillsOf(listing, response))
  const total = listing.skills.length
  return (
    <dl className={styles.facts}>
      <Fact
        people={people}
        name={t('compare.price')}
        winner={betterIndex(prices, true)}
        cells={pair.map(offer)}
      />
      {people.some(({ rating }) => rating !== null) && (
        <Fact
          people={people}
          name={t('profile.rating')}
          winner={betterIndex(people.map(({ rating }) => rating))}
          cells={people.map(({ rating, rating_count: count }) => {
            if (rating === null) return { value: t('responses.noRating') }
            const value = decimal(rating)
            return {
              value: <Rating value={value} label={t('a11y.rating', { value })} />,
              note: t('user.ratings', { count }),
            }
          })}
        />
      )}
      {people.some(({ completed_count }) => completed_count > 0) && (
        <Fact
          people={people}
          name={t('compare.done')}
          winner={betterIndex(people.map(({ completed_count }) => completed_count))}
          cells={people.map(({ completed_count }) => ({ value: completed_count }))}
        />
      )}
      <Fact
        wide
        people={people}
        name={t('compare.experience')}
        cells={people.map(({ years_of_experience: count, city }) => ({
          value: count === null ? t('common.notSpecified') : t('user.experience', { count }),
          note: city,
        }))}
      />
      {pair.some(({ place }) => place !== null) && (
        <Fact people={people} name={t('compare.place')} cells={pair.map(({ place }) => ({ value: place }))} />
      )}
      {total > 0 && (
        <Fact
          wide
          people={people}
          name={t('compare.skills')}
          winner={betterIndex(skills.map(({ matching }) => matching.length))}
          cells={skills.map(({ matching, missing }) => ({
            value: t('compare.skills.value', { have: matching.length, total }),
            note: missing.length > 0 && t('compare.skills.missing', { skills: missing.join(', ') }),
          }))}
        />
      )}
      {pair.some(({ works }) => hasStrip(works)) && (
        <Fact
          wide
          people={people}
          name={t('compare.works')}
          cells={pair.map(({ works }) => ({ note: <PictureStrip small pictures={works} /> }))}
        />
      )}
      <Fact
        wide
        people={people}
        name={t('compare.text')}
        cells={pair.map(({ response_text }) => ({
          value: <FoldedText text={response_text} />,
        }))}
      />
    </dl>
  )
}

/** Returns the price of a response in the currency of the order. */
function priceInListingCurrency(listing: Listing, { price, currency }: Response): number | null {
  if (price === null || !currency || !listing.currency) return null
  return currency.id === listing.currency.id ? price : convert(price, currency, listing.currency)
}

function skillsOf(listing: Listing, { skills }: Response) {
  const skillNames = new Set(skills.map((name) => name.toLowerCase()))
  const hasSkill = (name: string) => skillNames.has(name.toLowerCase())
  return {
    matching: listing.skills.filter(hasSkill),
    missing: listing.skills.filter((name) => !hasSkill(name)),
  }
}

/**
 * Shows the price of a response, its approximate amount in the order's currency, and whether it is within the budget.
 */
function useOffer(listing: Listing) {
  const { t, money } = useFormats()
  const budget = priceRangeOf(listing).findLast((end) => end !== null) ?? null
  return (response: Response): Cell => {
    const { price, currency } = response
    if (price === null) return { value: t('card.priceNone') }
    const convertedPrice = priceInListingCurrency(listing, response)
    const notes = [
      currency?.id !== listing.currency?.id &&
        convertedPrice !== null &&
        `≈\u00a0${money(convertedPrice, listing.currency)}`,
      convertedPrice !== null &&
        budget !== null &&
        t(convertedPrice <= budget ? 'compare.inBudget' : 'compare.overBudget'),
    ]
    return {
      value: <Price>{money(price, currency)}</Price>,
      note: notes.flatMap((note) => (note ? [<span key={note}>{note}</span>] : [])),
    }
  }
}

/** Text of a response, folded until it is clicked. */
function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button type="button" className={styles.text} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <span className={isOpen ? 'prose' : 'clamp-3'}>{bindWords(text)}</span>
    </button>
  )
}

type Cell = { value?: ReactNode; note?: ReactNode }

type FactProps = {
  people: Response['user'][]
  name: string
  winner?: number | null
  cells: Cell[]
  wide?: boolean
}

/**
 * One row of the comparison. The better value is bold, with an icon and a label for screen readers. A `wide` row, whose
 * values are long, gets one column in large text.
 */
function Fact({ people, name, winner = null, cells, wide }: FactProps) {
  const { t } = useFormats()
  return (
    <div className={cx(styles.row, wide && styles.wide)}>
      <dt>{name}</dt>
      {cells.map(({ value, note }, side) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always two cells, left and right
        <dd key={side} data-name={people[side]?.full_name}>
          {value !== undefined && (
            <div className={cx(styles.value, winner === side && styles.better)}>
              {value}
              {winner === side && (
                <>
                  <Check className="i16" />
                  <span className="visually-hidden">{t('compare.better')}</span>
                </>
              )}
            </div>
          )}
          {note && <div className={styles.note}>{note}</div>}
        </dd>
      ))}
    </div>
  )
}
