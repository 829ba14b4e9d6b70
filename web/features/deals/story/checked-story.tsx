import type { ReplyOf } from '#web/client/http/api.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Facts } from '#web/ui/list.tsx'

type Story = NonNullable<ReplyOf<'POST /api/deals/check'>['story']>

/** Shows the deal summary as the server has signed it, because the content of the file itself may be forged. */
export function VerifiedSummary({ story }: { story: Story }) {
  const { t, date, money } = useFormats()
  const { order, agreement, moments } = story
  const price =
    agreement.price === null
      ? t('card.priceNone')
      : `${money(agreement.price, null)} ${agreement.currency ?? ''}`
  const dateOrNone = (time: string | null) => (time === null ? t('story.check.none') : date(time))
  return (
    <>
      <Card className="stack stack-4">
        <h2>{order.title}</h2>
        <Facts
          items={[
            { name: t('deal.client'), value: <DealSide side={story.client} /> },
            { name: t('deal.executor'), value: <DealSide side={story.executor} /> },
            { name: t('story.check.price'), value: price },
            { name: t('story.check.due'), value: dateOrNone(agreement.due_at) },
            { name: t('story.check.chosen'), value: dateOrNone(moments.chosen_at) },
            { name: t('story.check.handedIn'), value: dateOrNone(moments.handed_in_at) },
            { name: t('story.check.accepted'), value: dateOrNone(moments.accepted_at) },
            {
              name: t('story.check.told'),
              value: `${date(story.told_at)}, ${t(`story.check.toldTo.${story.told_to}`)}`,
            },
          ]}
        />
        <p className="sub">{bindWords(order.text)}</p>
      </Card>
      {story.steps.map((step) => (
        <Card key={step.created_at} className="stack stack-2">
          <b>
            {t(step.kind === 'return' ? 'story.check.returned' : 'story.check.handedIn')},{' '}
            {date(step.created_at)}
          </b>
          {step.text && <p className="sub">{bindWords(step.text)}</p>}
          {step.link && <p className="sub">{step.link}</p>}
          {step.files.map((file) => (
            <p key={file.name} className="sub">
              {file.name}
            </p>
          ))}
        </Card>
      ))}
      {story.own_messages.length > 0 && (
        <Card className="stack stack-2">
          <b>{t(`story.check.messages.${story.told_to}`)}</b>
          {story.own_messages.map((message) => (
            <p key={message.at} className="sub">
              {date(message.at)}: {bindWords(message.text)}
            </p>
          ))}
        </Card>
      )}
    </>
  )
}

function DealSide({ side }: { side: Story['client'] }) {
  const { t, date } = useFormats()
  return (
    <>
      {side.name}
      {side.id !== null && side.since !== null && (
        <>
          <br />
          <span className="cap muted">{t('story.check.side', { id: side.id, date: date(side.since) })}</span>
        </>
      )}
    </>
  )
}
