import {
  Archive,
  CheckCheck,
  CircleX,
  EyeOff,
  type LucideIcon,
  Rocket,
  Send,
  Star,
  Trophy,
} from 'lucide-react'
import { responseTypes } from '#contract/lifecycle.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { leaveForTelegram } from '#web/telegram/index.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardActions, CardTitle, LinkCard } from '#web/ui/card.tsx'
import { Signal, Signals } from '#web/ui/signals.tsx'
import { glue, Typeset } from '#web/ui/typeset.tsx'
import type { OwnResponse } from './queries.ts'

const looks: Record<OwnResponse['status'], { tone?: BadgeTone; icon: LucideIcon }> = {
  no_show: { icon: EyeOff },
  shown: { tone: 'accent', icon: CheckCheck },
  shortlisted: { tone: 'accent', icon: Star },
  chosen: { tone: 'good', icon: Trophy },
  declined: { tone: 'bad', icon: CircleX },
  not_chosen: { icon: Archive },
  withdrawn: { icon: Archive },
}

/** An own response: was it seen, at which place does it stand, was it chosen. */
export function OwnResponseCard({ response }: { response: OwnResponse }) {
  const { t, age, money } = useFormats()
  const listing = response.project ?? response.vacancy
  if (!listing) return null
  const { tone, icon } = looks[response.status]
  const isBoosted = response.response_type === responseTypes.boosted
  const waits = response.status === 'no_show' || response.status === 'shown'
  const link = response.status === 'chosen' ? listing.author.telegram_link : null
  return (
    <LinkCard>
      <div className="row row-between">
        <span className="row">
          {isBoosted && response.place !== null && waits && (
            <Badge tone="boost" icon={Rocket}>
              {t('myResponses.place', { place: response.place })}
            </Badge>
          )}
          <Badge tone={tone} icon={icon}>
            {t(`myResponses.status.${response.status}`)}
          </Badge>
        </span>
        <time className="cap muted" dateTime={response.created_at}>
          {age(response.created_at)}
        </time>
      </div>
      <CardTitle to={`/${listing.kind}/${listing.id}`}>
        <Typeset text={listing.title} />
      </CardTitle>
      <p className="sub muted clamp-2">{glue(response.response_text)}</p>
      <Signals stub>
        <Signal strong>
          {response.price === null ? t('card.priceNone') : money(response.price, response.currency)}
        </Signal>
        {waits && !isBoosted && response.place !== null && (
          <Signal>{t('myResponses.place', { place: response.place })}</Signal>
        )}
        {link && (
          <Signal end>
            <CardActions>
              <Button small icon={Send} onClick={() => leaveForTelegram(link)}>
                {t('action.goToTg')}
              </Button>
            </CardActions>
          </Signal>
        )}
      </Signals>
    </LinkCard>
  )
}
