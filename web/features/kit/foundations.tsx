import { Archive, CircleCheck, CircleX, Eye, Rocket, Send, ShieldCheck, Trash2, Wallet } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { formatRange } from '#web/features/listings/formats/money.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Rating, Tags, Verified } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/card.tsx'
import { IconRing, Logo } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Meter, Ring, Signal, Signals } from '#web/ui/signals.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { KitSection } from './section.tsx'

const colours = [
  'page',
  'card',
  'fill',
  'fill-2',
  'line',
  'text',
  'muted',
  'faint',
  'accent',
  'accent-fill',
  'accent-soft',
  'good-soft',
  'warn-soft',
  'bad-soft',
  'boost-soft',
]
const sizes = ['display', 'title', 'price', 'head', 'body', 'sub', 'cap', 'tab']

const badges = [
  { tone: 'warn', icon: Wallet, text: 'unpaid' },
  { tone: 'accent', icon: ShieldCheck, text: 'onModeration' },
  { tone: 'good', icon: CircleCheck, text: 'published' },
  { tone: 'bad', icon: CircleX, text: 'rejected' },
  { tone: 'boost', icon: Rocket, text: 'boosted' },
] as const

/** Part of the component gallery with colours, typography, signals, badges, steps, avatars and loading states. */
export function KitFoundations() {
  const { t, language } = useTranslation()
  const price = formatRange(language, 45_000, 60_000, { code: 'RUB', symbol: '₽' })?.text
  const steps = [t('kit.stepCreated'), t('kit.stepPayment'), t('kit.stepModeration'), t('kit.published')]
  const failed = [t('kit.stepCreated'), t('kit.stepPayment'), t('kit.rejected'), t('kit.published')]
  const stepLabel = (name: string, now: number) => t('kit.step', { name, now })
  return (
    <>
      <KitSection title={t('kit.colour')}>
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)', gap: 'var(--s-2)' }}>
          {colours.map((name) => (
            <div key={name} className="muted" style={{ font: 'var(--t-tab)' }}>
              <div
                style={{
                  height: 40,
                  borderRadius: 10,
                  background: `var(--c-${name})`,
                  boxShadow: 'inset 0 0 0 1px var(--c-line)',
                }}
              />
              {name}
            </div>
          ))}
        </div>
      </KitSection>
      <KitSection title={t('kit.type')}>
        {sizes.map((size) => (
          <div key={size} className="row row-between">
            <span style={{ font: `var(--t-${size})` }}>{t('kit.typeSample')}</span>
            <span className="cap muted">{size}</span>
          </div>
        ))}
        <Price unit={t('kit.perProject')}>{price}</Price>
      </KitSection>
      <KitSection title={t('kit.signals')}>
        <Signals>
          <Signal tone="good">
            <Meter level="low" />
            {t('kit.threeResponses')}
          </Signal>
          <Signal tone="text">
            <Meter level="medium" />9
          </Signal>
          <Signal tone="warn">
            <Meter level="high" />
            34
          </Signal>
        </Signals>
        <Signals>
          <Signal>
            <Ring remainingShare={0.7} />
            {t('kit.sevenDays')}
          </Signal>
          <Signal tone="warn">
            <Ring remainingShare={0.3} />
            {t('kit.threeDays')}
          </Signal>
          <Signal tone="bad">
            <Ring remainingShare={0.08} />
            {t('kit.fiveHours')}
          </Signal>
          <Signal end>
            <Eye />
            128
          </Signal>
        </Signals>
        <Signals stub>
          <Signal>
            <Meter level={null} />
            {t('kit.noResponses')}
          </Signal>
          <Signal>
            <Ring remainingShare={0} />
            {t('kit.overdue')}
          </Signal>
        </Signals>
      </KitSection>
      <Panel
        label={t('kit.indicators')}
        items={[
          {
            picture: <Meter level="low" />,
            value: t('kit.low'),
            note: t('kit.threeResponses'),
            tone: 'good',
          },
          { picture: <Ring remainingShare={0.7} />, value: t('kit.sevenDays'), note: t('kit.untilDate') },
          { picture: <Eye />, value: '128', note: t('kit.views') },
        ]}
      />
      <KitSection title={t('kit.badges')}>
        <div className="row" style={{ flexWrap: 'wrap' }}>
          {badges.map(({ tone, icon, text }) => (
            <Badge key={text} tone={tone} icon={icon}>
              {t(`kit.${text}`)}
            </Badge>
          ))}
          <Badge icon={Archive}>{t('kit.archived')}</Badge>
        </div>
        <Tags items={['Figma', 'Mini Apps', t('kit.research')]} />
      </KitSection>
      <KitSection title={t('kit.placement')}>
        <Steps names={steps} now={1} stepLabel={stepLabel} />
        <Steps names={steps} now={4} stepLabel={stepLabel} />
        <Steps names={failed} now={2} failed stepLabel={stepLabel} />
      </KitSection>
      <KitSection title={t('kit.people')}>
        <div className="row">
          {[...t('kit.initials')].map((letter, id) => (
            <Avatar key={letter} id={id} name={letter} size={32} />
          ))}
        </div>
        <div className="row">
          <Avatar id={2} name={t('kit.person')} size={56} />
          <div>
            <p className="row head">
              {t('kit.person')} <Verified label={t('kit.verified')} />
            </p>
            <p className="cap muted">
              <Rating value={t('kit.ratingSample')} label={t('kit.rated')} /> · {t('kit.thirtyOne')}
            </p>
          </div>
        </div>
        <div className="row">
          <Stars value={4.5} label={t('kit.ratedHalf')} />
          <Stars large value={5} label={t('kit.ratedFull')} />
        </div>
        <ProgressBar share={0.8} label={t('kit.filled')} />
      </KitSection>
      <KitSection title={t('kit.waiting')}>
        <Skeleton width="45%" height={13} />
        <Skeleton height={17} />
        <Skeleton width="60%" height={17} />
        <div className="row row-between">
          <IconRing small icon={Send} />
          <IconRing small icon={Trash2} tone="bad" />
          <IconRing small icon={Rocket} tone="good" />
          <span className="accent">
            <Logo size={56} />
          </span>
          <Spinner />
        </div>
      </KitSection>
    </>
  )
}
