import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { responseTypes } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { Response } from '#web/features/responses/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Verified, VerifiedAfter } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChooseButton } from './candidate.tsx'
import { CompareFacts } from './compare-facts.tsx'
import styles from './compare-sheet.module.css'

type CompareSheetProps = {
  listing: Listing
  /** Shortlisted responses to compare, at least two. */
  candidates: Response[]
  onChosen: () => void
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Two candidates side by side with "choose" buttons. With more than two, selects change the pair. */
export default function CompareSheet({ listing, candidates, onChosen, ...sheet }: CompareSheetProps) {
  const { t } = useFormats()
  const [chosen, choose] = useState(candidates.slice(0, 2).map(({ id }) => id))
  const pair = chosen.flatMap((id) => candidates.find((one) => one.id === id) ?? [])
  if (pair.length < 2) return null
  const options = candidates.map(({ id, user }) => ({ value: String(id), label: user.full_name }))
  return (
    <Sheet
      {...sheet}
      title={t('compare.title')}
      footer={
        <div className={styles.choice}>
          <div className={styles.pair}>
            {pair.map((response) => (
              <ChooseButton
                key={response.id}
                short
                listing={listing}
                response={response}
                onChosen={() => {
                  sheet.onClose()
                  onChosen()
                }}
              />
            ))}
          </div>
        </div>
      }
    >
      <div>
        <p className="cap muted ellipsis">{listing.title}</p>
      </div>
      <div className={styles.heads}>
        {pair.map(({ id, user, place, response_type }, side) => (
          <div key={id} className={styles.head}>
            <Avatar id={user.id} name={user.full_name} src={user.avatar_url} />
            {candidates.length > 2 ? (
              <Select
                aria-label={t('compare.who')}
                value={String(id)}
                options={options.filter(({ value }) => value !== String(pair[1 - side]?.id))}
                onChange={({ target }) => choose(chosen.with(side, Number(target.value)))}
              />
            ) : (
              <Link to={`/user/${user.id}`}>
                {user.full_name}
                {user.is_verified && <VerifiedAfter label={t('responses.verified')} />}
              </Link>
            )}
            {candidates.length > 2 && user.is_verified && <Verified label={t('responses.verified')} />}
            {response_type === responseTypes.boosted && (
              <Badge tone="boost" icon={Rocket}>
                {t('responses.boosted', { place: place ?? 1 })}
              </Badge>
            )}
          </div>
        ))}
      </div>
      <CompareFacts listing={listing} pair={pair} />
    </Sheet>
  )
}
