import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { convert } from '#web/features/listings/money.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { glue } from '#web/ui/typeset.tsx'
import { ChooseButton } from './candidate.tsx'
import styles from './compare-sheet.module.css'
import type { Response } from './queries.ts'

type CompareSheetProps = {
  listing: Listing
  /** Those in the shortlist, at least two. */
  candidates: Response[]
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Which of two numbers is better; neither when they are equal or one is unknown. */
function better([a, b]: (number | null)[], isLess = false): number | null {
  if (a == null || b == null || a === b) return null
  return a < b === isLess ? 0 : 1
}

/** Two candidates side by side: facts are judged, words are not. */
export default function CompareSheet({ listing, candidates, ...sheet }: CompareSheetProps) {
  const { t, money, decimal } = useFormats()
  const [chosen, choose] = useState(candidates.slice(0, 2).map(({ id }) => id))
  const pair = chosen.flatMap((id) => candidates.find((one) => one.id === id) ?? [])
  if (pair.length < 2) return null
  const inOne = ({ price, currency }: Response) => {
    if (price === null || !currency || !listing.currency) return null
    return currency.id === listing.currency.id ? price : convert(price, currency, listing.currency)
  }
  const people = pair.map(({ user }) => user)
  const options = candidates.map(({ id, user }) => ({ value: String(id), label: user.full_name }))
  return (
    <Sheet {...sheet} title={t('compare.title')} gripLabel={t('a11y.sheetGrip')}>
      <div className={styles.heads}>
        {pair.map((response, side) => (
          <div key={response.id} className="stack stack-2">
            <Avatar id={response.user.id} name={response.user.full_name} src={response.user.avatar_url} />
            {candidates.length > 2 ? (
              <Select
                aria-label={t('compare.who')}
                value={String(response.id)}
                options={options.filter(({ value }) => value !== String(pair[1 - side]?.id))}
                onChange={({ target }) => choose(chosen.with(side, Number(target.value)))}
              />
            ) : (
              <b>{response.user.full_name}</b>
            )}
            <ChooseButton listing={listing} response={response} onChosen={sheet.onClose} />
          </div>
        ))}
      </div>
      <dl>
        <Fact name={t('compare.price')} wins={better(pair.map(inOne), true)}>
          {pair.map(({ price, currency }) => (price === null ? t('card.priceNone') : money(price, currency)))}
        </Fact>
        <Fact name={t('profile.rating')} wins={better(people.map(({ rating }) => rating))}>
          {people.map(({ rating }) => (rating === null ? t('responses.noRating') : decimal(rating)))}
        </Fact>
        <Fact name={t('compare.done')} wins={better(people.map(({ completed_count }) => completed_count))}>
          {people.map(({ completed_count }) => completed_count)}
        </Fact>
        <Fact name={t('compare.text')} wins={null}>
          {pair.map(({ response_text }) => glue(response_text))}
        </Fact>
      </dl>
    </Sheet>
  )
}

function Fact({ name, wins, children }: { name: string; wins: number | null; children: ReactNode[] }) {
  const { t } = useFormats()
  return (
    <div className={styles.row}>
      <dt className="cap muted">{name}</dt>
      {[0, 1].map((side) => (
        <dd key={side} className={wins === side ? styles.better : undefined}>
          {children[side]}
          {wins === side && (
            <>
              <Check className="i16" />
              <span className="visually-hidden">{t('compare.better')}</span>
            </>
          )}
        </dd>
      ))}
    </div>
  )
}
